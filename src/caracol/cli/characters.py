"""What a console gets that cannot write all characters: ASCII for people, escapes in JSON."""

import codecs

# Names of the ways, as Python's streams know them.
FOR_PEOPLE, IN_JSON = "caracol.plain", "caracol.json"
# A character for a character where that keeps pictures in shape.
PLAIN = (
    dict.fromkeys("│╵╷▐▌", "|")
    | dict.fromkeys("─╴╶–—", "-")
    | dict.fromkeys("└┌├┘┴┐┤┬┼", "+")
    | {"→": ">", "←": "<", "‹": "<", "›": ">", "∧": "^", "∨": "v", "↻": "@", "×": "x", "·": "."}
    | {"●": "*", "★": "*", "○": "o", "■": "#", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'"}
)


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError), "streams are written only"
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(character: str) -> str:
    """The like of it; a letter without its accent."""
    from unicodedata import normalize  # hardly anybody needs it

    letter = normalize("NFD", character)[0]
    return PLAIN.get(character, letter if letter.isascii() else "?")


def _escaped(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError), "streams are written only"
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    pairs = (units[i : i + 2].hex() for i in range(0, len(units), 2))
    return "".join(f"\\u{pair}" for pair in pairs), error.end


codecs.register_error(FOR_PEOPLE, _plain)
codecs.register_error(IN_JSON, _escaped)
