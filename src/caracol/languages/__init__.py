"""Translations, one module a language: English templates to templates of that language."""
