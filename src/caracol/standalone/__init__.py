"""Files that need nothing but Python, to be copied anywhere."""
