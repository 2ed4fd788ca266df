"""What a release is made of, and how it is checked.

distributions   builds an sdist and two wheels: `make dist`
installed       installs one into an empty environment and tries every command there
checklist       all checks of a release: `make release-check`
"""
