"""Makes docs/techniques.md and its pictures: python docs/make_techniques.py"""

from collections.abc import Iterator
from pathlib import Path

import caracol
from caracol import Step, Told
from caracol.drawing.svg import as_svg
from caracol.explanations.telling import Telling

HERE = Path(__file__).parent
# Puzzles in which examples are looked for.
SEARCHED = (
    ("magic-snail", "5 ABC", 8),
    ("mno", "6", 10),
    ("trid", "5 1..5", 14),
    ("turn-12", "24", 1),
    ("sudoku", "9", 4),
    ("futoshiki", "5", 3),
    ("skyscrapers", "5", 3),
    ("easy-as-abc", "5 ABC", 3),
    ("takuzu", "8", 6),
    ("star-battle", "8 1", 2),
    ("nonogram", "10 10", 2),
    ("hitori", "6", 4),
    ("slitherlink", "5 5", 4),
)
# Headings, the techniques below them, and what they are.
TECHNIQUES = {
    "Last place": (
        ("last place",),
        "A line needs a value, and only one cell of it can still take it. Ask “where can A go in"
        " row 5?” and cross out the cells that cannot hold it: those that are filled, those whose"
        " other line has an A already, those that something else rules out. Also for several at"
        " once: two dots and two cells left.",
    ),
    "Full line": (
        ("full line",),
        "A line has all it may hold of a value, so its other cells cannot hold it. This mostly goes"
        " without saying: it is no step of its own but belongs to the placement before it, and is"
        " shown as candidates that are struck. Where a cell has only two values, it fills cells.",
    ),
    "Only value left": (
        ("only value left",),
        "All other values of a cell are out: they stand in its lines already, or were ruled out"
        " before. Look at a cell whose lines are nearly full and count what it can still hold.",
    ),
    "Order squeeze": (
        ("order squeeze",),
        "Values come round and round along a path. Between two that are known, what must come"
        " between them has to fit into the cells between; what would break the order there is"
        " out. Look for known values that are close to each other on the path.",
    ),
    "Mirror": (
        ("mirror",),
        "A value that stands midway between two others: what is known on one side is mirrored on"
        " the other. If the mirrored cell is outside the board or cannot hold it, neither can"
        " the first.",
    ),
    "Both on one side": (
        ("both on one side", "one on each side"),
        "A value that does not stand between two others has both on the same side: one of them"
        " known on the left empties the right. The other way round, a value that stands between"
        " them has one on each side: where a side has no room for it, the value cannot stand.",
    ),
    "Sum combinations": (
        ("sum combinations",),
        "A sum of different numbers can be made up in few ways: 12 of three numbers up to 5 is"
        " only 3+4+5. What is in none of the ways that the candidates still allow is out.",
    ),
    "Sum against line": (
        ("sum against line", "linked sums"),
        "A sum and a line that shares cells with it, or two sums: a way to make up the sum would"
        " repeat a number in the line, or take the only place of another.",
    ),
    "Pairs and triples": (
        ("naked pair", "naked triple", "hidden pair", "hidden triple"),
        "Naked: two cells of a line hold the same two values between them, so no other cell of"
        " the line can hold these. Hidden: two values of a line can only go into the same two"
        " cells, so nothing else can stand there. Likewise three cells and three values"
        " (a naked or a hidden triple).",
    ),
    "Intersection": (
        ("intersection", "pointing", "claiming"),
        "All places that a line has left for something lie on another line as well, so it cannot"
        " stand elsewhere on that one. Where one of them is a box or a region, it is pointing at"
        " the line, or the line is claiming it.",
    ),
    "X-wing, swordfish": (
        ("X-wing", "swordfish"),
        "Two lines have all their places for a value on the same two lines across, so each of these"
        " has it there and nowhere else. With three lines it is a swordfish.",
    ),
    "XY-wing, XYZ-wing": (
        ("XY-wing", "XYZ-wing"),
        "A cell has two values left, and each of them forces the same third value on another cell:"
        " what is in line with both of these cannot hold it. If the first cell can hold the third"
        " value as well, it is an XYZ-wing, and what it strikes is in line with all three.",
    ),
    "Contact of two rings": (
        ("contact of two rings",),
        "Where two rings touch, what one shows decides what the other must show. A turn that"
        " shows 3 needs a 9 opposite: if no turn left of the other ring shows it, it is out.",
    ),
    "Corner of three rings": (
        ("corner of three rings",),
        "Three rings that meet touch each other in pairs. Turn one of them and read what the other"
        " two must show to it: they also have to fit each other.",
    ),
    "View": (
        ("view", "view against line"),
        "A number or a letter outside says what is seen from there: how many towers, or which"
        " letter first. Much must be seen: the high towers stand far away. Little must be seen: a"
        " high one stands near. Against the line: where would that leave what it needs?",
    ),
    "Blocks in a line": (
        ("blocks in a line",),
        "Push all blocks to one end and then to the other: what the same block covers both times is"
        " filled. What no block can reach is empty.",
    ),
    "Combinations": (
        ("combinations", "count against combinations"),
        "Few cells that must not hold certain values together: all of them but one are known, and"
        " the last one follows. With a count: what it demands would leave only what is forbidden.",
    ),
    "Lines that differ": (
        ("lines that differ",),
        "A line that is nearly like another one must become different where it is still open.",
    ),
    "Cut off": (
        ("cut off",),
        "Cells that must hang together: where there is only one way left between two of them, it"
        " stays open.",
    ),
    "Closed too early": (
        ("closed too early",),
        "There is only one loop: an edge that would close a smaller one is not on it.",
    ),
    "Short chain, long chain": (
        ("short chain", "long chain"),
        "Suppose the contrary and follow it: then this, then that, until a line has no place for"
        " something or a cell has nothing left. Up to three rules make a short chain.",
    ),
    "Case analysis": (
        ("case analysis",),
        "A chain that divides: each value that a cell can still have is followed by itself, and"
        " all of them go wrong. Only where nothing simpler is left.",
    ),
}
OTHERS = """
## Of other families

*Along a line* reads a path from end to end, and *one rule* is said by the rule's own sentence.
"""


def main() -> None:
    found = examples()
    lines = [
        "# Techniques",
        "",
        "    $ caracol hint examples/mno.txt --tell technique",
        "    Look at r1c4 and r1c5.",
        "    Technique: mirror.",
        "",
        "What steps of explanations are called. A technique is recognised by what a step does: the"
        " kinds of its rules, what it reads, what it says; never by the family. The examples are"
        " from generated puzzles (`python docs/make_techniques.py`): green is what the step is"
        " about, blue what it reads.",
        "",
    ]
    for heading, (names, text) in TECHNIQUES.items():
        lines += [f"## {heading}", "", text, ""]
        for name in names:
            if name in found:
                lines += shown(name, found[name])
    (HERE / "techniques.md").write_text("\n".join(lines).rstrip() + "\n" + OTHERS, encoding="utf-8")


def examples() -> dict[str, Step | Told]:
    """For each technique the step that says it best."""
    found: dict[str, Step | Told] = {}
    for step in steps():
        known = found.get(step.technique)
        if known is None or rank(step) < rank(known):
            found[step.technique] = step
    return found


def rank(step: Step | Told) -> tuple[bool, bool, int]:
    """Told, if it is ever told; without supposing anything; in few words."""
    return isinstance(step, Step), "Suppose" in step.sentence(), words(step)


def steps() -> Iterator[Step | Told]:
    for family, size, count in SEARCHED:
        for puzzle in caracol.generate(family, size, seed=1, count=count):
            telling = Telling(caracol.Walk(puzzle))
            yield from (step for step in telling if words(step) >= MOST_BARE and is_set_out(step))
            yield from (step for step in telling.walked if step.technique in UNTOLD)


# Shorter sentences say little as examples.
MOST_BARE = 12
# These are rarely told steps of their own.
UNTOLD = ("full line", "intersection")


def is_set_out(step: Told) -> bool:
    """Whether a chain is told link by link."""
    return step.technique not in CHAINS or "\n" in step.sentence()


CHAINS = ("short chain", "long chain", "case analysis")


def words(step: Step | Told) -> int:
    return len(step.sentence().split())


def shown(name: str, step: Step | Told) -> list[str]:
    stem = name.replace(" ", "-")
    picture = as_svg(step.draw(), theme="light", size=300)
    (HERE / "techniques" / f"{stem}.svg").write_text(picture, encoding="utf-8")
    said = [f"> {line}  " for line in step.sentence().splitlines()]
    return [f"*{name.capitalize()}*:", "", *said, "", f"![{name}](techniques/{stem}.svg)", ""]


if __name__ == "__main__":
    main()
