"""What the tests ask of python/metatb.py, in a process of its own: answers.py COMMAND ARGUMENTS, see below."""

import itertools
import struct
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))
import metatb  # noqa: E402


def packed(value):
    """As NumPy arrays have it: 0 drawn, v > 0 won in v - 1 plies, v < 0 lost in -v - 1 plies, -32768 no position."""
    return -(2**15) if value is None else value.wdl * (value.dtm + 1)


def board(path):
    """Writes the values of all squares of the pieces of a table without like ones, White to move first."""
    table = metatb.Table(path)
    mirrored = [[square ^ by for square in range(64)] for by in (0, 7, 56, 63)]
    images = mirrored + [[each % 8 * 8 + each // 8 for each in image] for image in mirrored]
    if "p" in table.slots.lower():
        images = mirrored[:2]
    count = 64 ** len(table.slots)
    sides = [[packed(None)] * count for _ in range(2)]
    for squares, side, value in table.values():
        for image in images:
            at = 0
            for square in squares:
                at = 64 * at + image[square]
            sides[side][at] = packed(value)
    for values in sides:
        sys.stdout.buffer.write(struct.pack(f"<{count}h", *values))


def values(path):
    """Writes the squares, a byte each, the side to move and the value of each position that `values()` yields."""
    table = metatb.Table(path)
    record = struct.Struct(f"<{len(table.slots)}sBh").pack
    write = sys.stdout.buffer.write
    for squares, side, value in table.values():
        write(record(bytes(squares), side, packed(value)))


def squares(path):
    """Answers lines of squares and a side with values."""
    table = metatb.Table(path)
    for line in sys.stdin:
        *placed, side = map(int, line.split())
        print(packed(table.value(placed, side)))


def everywhere(*paths):
    """Prints the values of all placements of each table, White to move first, or what is wrong with its file."""
    for path in paths:
        try:
            table = metatb.Table(path)
            placements = list(itertools.product(range(len(table.squares)), repeat=len(table.slots)))
            print(*[packed(table.value(squares, side)) for side in (0, 1) for squares in placements])
        except metatb.Error as problem:
            print(f"{type(problem).__name__}: {problem}")


def names(path):
    """Prints the board of a table and the names of its squares."""
    table = metatb.Table(path)
    print(table.files, table.ranks, *table.squares)


def probe(folder):
    """Answers lines of FEN with wdl and dtm, or with the name and the text of an error."""
    with metatb.open(folder) as tables:
        for line in sys.stdin:
            try:
                print(*tables.probe(line.rstrip("\n")))
            except metatb.Error as problem:
                print(f"{type(problem).__name__}: {problem}")


def read(*paths):
    """Reads all values of each file, and says how many there are or what is wrong with it."""
    for path in paths:
        try:
            print(sum(1 for _ in metatb.Table(path).values()))
        except metatb.Error as problem:
            print(f"{type(problem).__name__}: {problem}")


def flip(path, step):
    """Reads a file with a bit flipped in every `step`-th byte; prints each that was not noticed, then how many were."""
    whole = Path(path).read_bytes()
    noticed = 0
    for at in range(0, len(whole), int(step)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        Path(path).write_bytes(damaged)
        try:
            for _ in metatb.Table(path).values():
                pass
            print(f"byte {at}")
        except metatb.FormatError:
            noticed += 1
    print(noticed)


globals()[sys.argv[1]](*sys.argv[2:])
