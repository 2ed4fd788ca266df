"""Books and teaching sheets as PDF: `book` says what goes in, `press` lays it out with typst."""
