"""Typesetting: the page layouts that books and sheets are made of."""
