"""Reads metatb's endgame tables: exact values of chess positions with few pieces, and of games like chess.

    import metatb
    with metatb.open("tables/chess") as tables:
        wdl, dtm = tables.probe("8/8/8/4k3/8/8/8/K2Q4 w - - 0 1")

Copy this file: Python 3.9 or newer and its standard library are all that it needs. It is written from the description
of the format alone, src/format/FORMAT.md, and uses its terms. A file tells what a reader needs of its pieces and its
board, so this one knows no game: it reads the tables of any rule set, on any board.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import re
import shlex
import struct
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

WHITE, BLACK = 0, 1


class Error(Exception):
    """What this module raises for what it is given."""


class FormatError(Error):
    """A file is damaged, is no table, or needs what this reader does not know."""


class MissingTable(Error):
    """There is no table of these pieces."""


class PositionError(Error, ValueError):
    """A position that is none, or for which tables have no value."""


class Value(NamedTuple):
    """`wdl` is 1, 0 or -1 for the side to move, `dtm` the plies to the end by best play: 0 if over or drawn."""

    wdl: int
    dtm: int


def open(folder: str | os.PathLike[str]) -> Tables:
    """The tables of one rule set, in a folder such as tables/chess. Each is opened when it is first needed."""
    return Tables(Path(folder))


class Tables:
    """The tables of a folder: close them, or use them in a `with` statement."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.names = sorted(path.stem for path in folder.glob("*.mtb"))
        self._by_pieces = {_sides(name): name for name in self.names}
        self._opened: dict[str, Table] = {}

    def __enter__(self) -> Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        while self._opened:
            self._opened.popitem()[1].close()

    def table(self, name: str) -> Table:
        """The table of this name, such as KQvkr. Raises MissingTable and FormatError."""
        if name not in self.names:
            self._miss(name)
        if name not in self._opened:
            table = Table(self.folder / f"{name}.mtb")
            if not all(each.is_of_rules_of(table) for each in self._opened.values()):
                table.close()
                raise FormatError(f"{table.path}: it is of other rules than the tables beside it")
            self._opened[name] = table
        return self._opened[name]

    def probe(self, fen: str) -> Value:
        """The value of a position. Raises PositionError, MissingTable and FormatError."""
        rows, stock, side, passant = _parse_fen(fen)
        table, _ = self._find([letter for row in rows for letter in row if letter.isalpha()])
        board = table._parse_board(rows)
        if stock and any(man.pawn for man in table._men):
            raise PositionError(f"{table.path} does not tell which pieces must be taken for its pawns: {stock!r}")
        table, code = self._look_up(board, side)
        value = table._parse(code)
        if value is None:
            where = "a king could be taken, or a piece stands where it cannot, or the game is over"
            raise PositionError(f"no position of a table: {where}: {fen!r}")
        if passant == "-":
            return value
        if passant not in table.squares:
            raise PositionError(f"{passant!r} is no square")
        unknown = f"{table.path}, whose values are plies, does not tell enough for en passant"
        if not table._slabs:
            raise PositionError(unknown)
        best = None if code in _ENDED else value
        for after in _captures_en_passant(table, board, side, table.squares.index(passant)):
            if table.kind == "plies":
                raise PositionError(unknown)
            # The tables know which captures are legal: others lead to no position, or to one that is marked.
            other, code = self._look_up(after, 1 - side)
            reply = other._parse(code)
            if reply is None or code == _BARRED:
                continue
            found = Value(-reply.wdl, reply.dtm + 1 if reply.wdl else 0)
            if best is None or _preference(found) > _preference(best):
                best = found
        return best or value

    def _find(self, pieces: Sequence[str]) -> tuple[Table, bool]:
        """The table of these pieces, and whether it has them with the colours exchanged."""
        for exchanged in (False, True):
            letters = [letter.swapcase() if exchanged else letter for letter in pieces]
            name = self._by_pieces.get(_sides(_join(letters)))
            if name is not None and (not exchanged or self.table(name).exchange):
                return self.table(name), exchanged
        if len({letter.isupper() for letter in pieces}) < 2:
            raise PositionError(f"a table has pieces of both sides, not of one: {_join(pieces)}")
        other = self.table(self.names[0]) if self.names else None
        name = _name_of(pieces, ordered=other is None or other.exchange is not None)
        if len(pieces) < 3 and (other is None or other.has_royals):
            raise PositionError(f"tables begin with three men, and in some games with two: {name}")
        self._miss(name)

    def _look_up(self, board: dict[int, str], side: int) -> tuple[Table, int]:
        """The table of these pieces, and the code that it has."""
        table, exchanged = self._find(list(board.values()))
        if exchanged:
            board = {table.exchange[square]: letter.swapcase() for square, letter in board.items()}
            side = 1 - side
        left = {letter: [at for at in board if board[at] == letter] for letter in table.slots}
        return table, table._code([left[letter].pop() for letter in table.slots], side)

    def _miss(self, name: str) -> NoReturn:
        if not self.names:
            raise MissingTable(
                f"no tables in {self.folder}: give the folder of a rule set, such as tables/chess, after `metatb generate`"
            )
        rules = self.table(self.names[0]).rules
        way = _command(name, rules, self.folder)
        raise MissingTable(f"no table {name} in {self.folder}: make it with `{way}`")


class Table:
    """
    One table. `slots` are the letters of its name, without the v; `squares` are the names of the board's squares, by
    number; `exchange` is where each square goes when the colours are exchanged, None if they cannot be; `has_royals`
    says whether it has royal pieces; `statistics` is what its file says, or None.
    """

    def __init__(self, path: str | os.PathLike[str]):
        self.path = Path(path)
        self._file = file = _File(self.path)
        try:
            self._read_header(file, file.header)
        except BaseException:
            file.close()
            raise

    def close(self) -> None:
        self._file.close()

    def is_of_rules_of(self, other: Table) -> bool:
        return (self.rules, self.fingerprint) == (other.rules, other.fingerprint)

    def value(self, squares: Sequence[int], side: int) -> Value | None:
        """
        The value with `side` to move and the piece of each slot on its square: a1 is 0, b1 1, on 8x8 h8 63. None if
        that is no position.
        """
        last = len(self.squares) - 1
        known = len(squares) == len(self.slots) and all(0 <= square <= last for square in squares)
        if not known or side not in (WHITE, BLACK):
            pieces = f"{self.name} has {len(self.slots)} pieces"
            raise PositionError(f"{pieces} on squares from 0 to {last}, and sides 0 and 1")
        return self._parse(self._code(squares, side))

    def values(self) -> Iterator[tuple[tuple[int, ...], int, Value]]:
        """Squares, side to move and value of every position, once for all that symmetry or like pieces make equal."""
        for squares, *codes in self._coding.placements():
            for side in (WHITE, BLACK):
                value = self._parse(codes[side])
                if value is not None:
                    yield squares, side, value

    def _code(self, squares: Sequence[int], side: int) -> int:
        free = len(set(squares)) == len(squares)
        stand = all(square in man.squares for man, square in zip(self._men, squares))
        return self._coding.code(squares, side) if free and stand else self._none

    def _parse_board(self, rows: list[str]) -> dict[int, str]:
        """The pieces by square. Numbers of empty squares have two digits only where a board is wide enough."""
        empty = "[1-9][0-9]?" if self.files > 9 else "[1-9]"
        ranks = [re.sub(empty, lambda found: " " * int(found[0]), row) for row in reversed(rows)]
        board = {square: letter for square, letter in enumerate("".join(ranks)) if letter != " "}
        if len(ranks) != self.ranks or any(len(rank) != self.files or "0" in rank for rank in ranks):
            raise PositionError(f"the board has not {self.ranks} ranks of {self.files} squares: {'/'.join(rows)!r}")
        return board

    def _read_header(self, file: _File, header: dict[str, Any]) -> None:
        required = header.get("requires", [])
        file.check(required == [], f"it requires {required}, which this reader does not know")
        self.name, self.rules, self.fingerprint, self.kind = map(file.text, ("table", "rules", "fingerprint", "values"))
        self.statistics: dict[str, Any] | None = header.get("statistics")
        file.check(self.name == self.path.stem, f"it is the table {self.name}")
        white, _, black = self.name.partition("v")
        file.check(_join(white + black) == self.name, "its name is none of a table")
        self.slots = white + black
        self._slabs = header.get("index") == "slabs"
        self._check_index(file, header)
        pieces = header.get("pieces")
        file.check(isinstance(pieces, dict), "it does not say how its pieces move")
        named = [(slot, letter, pieces.get(letter.upper())) for slot, letter in enumerate(self.slots)]
        self._men = men = [_Man(file, *each) for each in named]
        self.has_royals = any(man.royal for man in men)
        if self._slabs:
            file.check([man.color for man in men if man.royal] == [WHITE, BLACK], "it has not one king a side")
            symmetry = "files" if any(man.pawn for man in men) else "all"
            file.check(header.get("symmetry") == symmetry, f"its symmetry is not {symmetry}")
        self._parse: Callable[[int], Value | None] = lru_cache(maxsize=None)(_PARSERS[self.kind])
        self._none = -(2**15) if self.kind == "plies" else -128
        folding = _slab_folding(men) if self._slabs else _read_folding(file)
        coding = {"planes": _Planes, "listed planes": _ListedPlanes}.get(header["coding"]["kind"], _Deflated)
        self._coding = coding(file, men, folding, self._none)
        self.files, self.ranks, self.exchange = folding.files, folding.ranks, folding.exchange
        letters = "abcdefghijklmnop"[: self.files]
        self.squares = [f"{letter}{rank + 1}" for rank in range(self.ranks) for letter in letters]

    def _check_index(self, file: _File, header: dict[str, Any]) -> None:
        men, index, squares, coding = map(header.get, ("men", "index", "squares", "coding"))
        file.check(men == len(self.slots), f"its men is {men}: its name has {len(self.slots)}")
        file.check(index in ("slabs", "symmetric"), f"its index is {index}, which this reader does not know")
        file.check((3 if self._slabs else 2) <= men <= 6, "it has too few or too many men")
        possible = type(squares) is int and (squares == 64 if self._slabs else 9 <= squares <= 256)
        file.check(possible, f"its squares is {squares}, which its index cannot have")
        file.check(self.kind in _PARSERS, f"its values are {self.kind}, which this reader does not know")
        kind = coding.get("kind") if isinstance(coding, dict) else None
        file.check(kind in _CODINGS, f"its coding is {kind}, which this reader does not know")
        if kind in ("bytes", "listed planes"):
            possible = self.kind == "plies"
        else:
            possible = self._slabs or (self.kind, kind) == ("plies", "deflate")
        if kind == "listed planes":
            possible = possible and not self._slabs and men > 2
        file.check(possible, f"its values are {self.kind} coded by {kind}, which its index cannot have")


_CODINGS = ("deflate", "bytes", "planes", "listed planes")
_STRENGTH = "KQRBNP"
_BARRED = 127
"""The code of a position that no move may lead to."""
_ENDED = (126, -1, -127)
"""The codes of positions without a move."""


def _join(letters: Iterable[str]) -> str:
    white, black = ("".join(letter for letter in letters if letter.isupper() == of) for of in (True, False))
    return f"{white}v{black}"


def _name_of(letters: Iterable[str], ordered: bool) -> str:
    """The name of their table. `ordered`: White is the side with more pieces, of equally many with the stronger ones."""
    name = _join(sorted(letters, key=lambda letter: _STRENGTH.find(letter.upper())))
    if not ordered:
        return name
    sides = map(str.upper, name.split("v", 1))
    white, black = sorted(sides, key=lambda side: (-len(side), [_STRENGTH.find(letter) for letter in side]))
    return f"{white}v{black.lower()}"


def _command(name: str, rules: str, folder: Path) -> str:
    """What makes a table in the folder of its rules."""
    return f"metatb generate {name} --rules {shlex.quote(rules)} --dir {shlex.quote(str(folder.parent))}"


def _sides(name: str) -> tuple[str, ...]:
    """Equal for names of the same pieces."""
    return tuple("".join(sorted(side)) for side in name.split("v", 1))


def _preference(value: Value) -> int:
    return value.wdl * (2**20 - value.dtm)


def _parse_code(code: int) -> Value | None:
    if code in (0, 126):
        return Value(0, 0)
    if code in (-128, -127, 127):
        return {-128: None, -127: Value(-1, 0), 127: Value(1, 1)}[code]
    return Value(1, 2 * code - 1) if code > 0 else Value(-1, -2 * code - 2)


def _parse_wide(code: int) -> Value | None:
    if -129 < code < 128:
        return _parse_code(code)
    return Value(1, 2 * (code - 4) - 1) if code > 0 else Value(-1, -2 * (code + 4) - 2)


def _parse_plies(code: int) -> Value | None:
    return None if code == -(2**15) else Value((code > 0) - (code < 0), max(0, abs(code) - 1))


_PARSERS = {"codes": _parse_code, "wide codes": _parse_wide, "plies": _parse_plies}


# ---- the start and blocks


class _File:
    """A table's file: its start, which is checked, and its blocks."""

    def __init__(self, path: Path):
        self.path = path
        self._stream = path.open("rb")
        self._list = lru_cache(maxsize=16)(self._read_list)
        self._block = lru_cache(maxsize=8)(self._read_block)
        try:
            self._read_start()
        except BaseException:
            self._stream.close()
            raise

    def close(self) -> None:
        self._stream.close()

    def fail(self, message: str) -> NoReturn:
        raise FormatError(f"{self.path}: {message}")

    def check(self, holds: object, message: str) -> None:
        if not holds:
            self.fail(message)

    def text(self, key: str) -> str:
        self.check(isinstance(self.header.get(key), str), f"its {key} is no text")
        return self.header[key]

    def part(self, number: int, total: int) -> tuple[int, int, bytes]:
        """Of the block that has this part, of so many: its first part, how many it has, and its body."""
        self.check(self._firsts[-1] == total, "the list of blocks does not cover the table")
        firsts, offsets = self._firsts, self._offsets
        if self._lists:
            firsts, offsets = self._list(bisect_right(firsts, number) - 1)
        at = bisect_right(firsts, number) - 1
        return firsts[at], firsts[at + 1] - firsts[at], self._block(firsts[at], offsets[at], offsets[at + 1])

    def _read_start(self) -> None:
        start = self._stream.read(20 * 1024)
        self.check(start[:3] == b"MTB", "it is no table")
        self.check(len(start) >= 16, "it is cut short")
        self.check(start[3] == 5, f"it is of version {start[3]}, this reader reads version 5")
        length, inflated = struct.unpack("<II", start[4:12])
        self.check(16 <= length <= 2**16 and inflated <= 2**20, "the start has an impossible length")
        start = (start + self._stream.read(max(0, length - len(start))))[:length]
        self.check(len(start) == length, "it is cut short")
        self.check(zlib.crc32(start[:-4]) == int.from_bytes(start[-4:], "little"), "the start is damaged")
        inside = self.inflate(start[12:-4], inflated)
        parts = []
        while inside:
            end = 4 + int.from_bytes(inside[:4], "little")
            self.check(4 <= end <= len(inside), "the start is cut short")
            parts.append(inside[4:end])
            inside = inside[end:]
        self.check(len(parts) == 3, "the start has not three parts")
        header, self.model, blocks = parts
        self._identity = zlib.crc32(header + self.model)
        try:
            self.header: dict[str, Any] = json.loads(header.decode())
        except (ValueError, RecursionError):
            self.fail("the header is no JSON")
        self.check(isinstance(self.header, dict), "the header is no object")
        self._read_blocks(length, list(self.varints(blocks)))

    def _read_blocks(self, begin: int, numbers: list[int]) -> None:
        levels, count = numbers[:2] if len(numbers) > 1 else (0, 0)
        wanted = {1: 2, 2: 4}.get(levels, 0)
        possible = wanted and len(numbers) == 2 + wanted * count and all(numbers)
        self.check(possible, "the list of blocks is damaged")
        columns = [numbers[2 + at * count :][:count] for at in range(wanted)]
        blocks, parts, sizes, lists = columns if levels == 2 else ([], *columns, [])
        self.check(levels == 2 or all(4 < size <= 2**16 for size in sizes), "a block has an impossible length")
        self.check(all(4 < size <= 2**12 for size in lists), "a list block has an impossible length")
        self._counts, self._firsts, self._offsets = blocks, _sums(0, parts), _sums(begin, sizes)
        ends = _sums(self._offsets[-1], lists)
        self._lists = ends if levels == 2 else []
        self.check(ends[-1] == os.fstat(self._stream.fileno()).st_size, "the file has another length than it says")

    def _read_list(self, group: int) -> tuple[list[int], list[int]]:
        """First parts and offsets of the blocks that a list block tells of, and where the last of them ends."""
        numbers = list(self.varints(self._read_block(2**31 + group, *self._lists[group : group + 2])))
        count = self._counts[group]
        possible = len(numbers) == 2 * count and all(numbers)
        self.check(possible, "a list block has another length than the list says")
        self.check(all(4 < size <= 2**16 for size in numbers[count:]), "a block has an impossible length")
        firsts, offsets = _sums(self._firsts[group], numbers[:count]), _sums(self._offsets[group], numbers[count:])
        ends = (self._firsts[group + 1], self._offsets[group + 1])
        self.check((firsts[-1], offsets[-1]) == ends, "a list block contradicts the list")
        return firsts, offsets

    def _read_block(self, number: int, begin: int, end: int) -> bytes:
        self._stream.seek(begin)
        block = self._stream.read(end - begin)
        seal = zlib.crc32(block[4:], zlib.crc32(struct.pack("<II", self._identity, number)))
        self.check(len(block) == end - begin and seal == int.from_bytes(block[:4], "little"), "a block is damaged")
        return block[4:]

    def inflate(self, data: bytes, length: int) -> bytes:
        """The `length` bytes that are deflated in `data`, whatever follows them there."""
        inflater = zlib.decompressobj(-15)
        try:
            inflated = inflater.decompress(data, length + 1)
        except zlib.error as problem:
            self.fail(str(problem))
        self.check(inflater.eof and len(inflated) == length, "what is deflated has another length than it says")
        return inflated

    def varint(self, data: bytes, at: int) -> tuple[int, int]:
        """The number at this place, and the place behind it."""
        number = 0
        for shift in range(0, 35, 7):
            self.check(at < len(data), "a number is cut short")
            number |= (data[at] & 127) << shift
            at += 1
            if data[at - 1] < 128:
                return number, at
        self.fail("a number is too long")

    def varints(self, data: bytes) -> Iterator[int]:
        at = 0
        while at < len(data):
            number, at = self.varint(data, at)
            yield number


def _sums(first: int, numbers: Sequence[int]) -> list[int]:
    return list(itertools.accumulate(numbers, initial=first))


# ---- pieces and squares


class _Man:
    """
    The piece of a slot. Its steps are the files and ranks of leaps and rides, as often as they are repeated at most. On
    8x8 they make rays of squares from each square.
    """

    def __init__(self, file: _File, slot: int, letter: str, piece: Any):
        file.check(isinstance(piece, dict), f"it does not say how {letter} moves")
        self.slot, self.letter, self.color = slot, letter, WHITE if letter.isupper() else BLACK
        self.royal, self.pawn = bool(piece.get("royal")), bool(piece.get("pawn"))
        slabs = file.header["index"] == "slabs"
        self.squares = range(8, 56) if self.pawn and slabs else range(file.header["squares"])
        forward = 1 if self.color == WHITE else -1
        self.steps: list[tuple[int, int, int]] = []
        for key, most in (("leaps", 1), ("rides", 15)):
            listed = piece.get(key, [])
            file.check(isinstance(listed, list) and len(listed) <= 64, f"{letter} moves in an unknown way")
            for step in listed:
                known = isinstance(step, list) and len(step) == 2 and all(type(each) is int for each in step)
                file.check(known and 0 < max(map(abs, step)) < 16, f"{letter} moves in an unknown way")
                self.steps.append((forward * step[0], forward * step[1], most))
        if len(self.steps) > 64 and not slabs:
            self.steps = []

    @cached_property
    def rays(self) -> list[list[list[int]]]:
        return [_rays(self.steps, square) for square in range(64)]

    @cached_property
    def _back(self) -> list[list[list[int]]]:
        steps = [(-files, -ranks, most) for files, ranks, most in self.steps]
        return [_rays(steps, square) for square in range(64)]

    def reach(self, square: int, occupied: int) -> int:
        """The squares that it attacks from this one, as bits."""
        return _walk(self.rays[square], occupied)

    def sources(self, square: int, occupied: int) -> int:
        """The squares from which it attacks this one."""
        return _walk(self._back[square], occupied)


def _rays(steps: Sequence[tuple[int, int, int]], square: int) -> list[list[int]]:
    rays = []
    for files, ranks, most in steps:
        path = [(square % 8 + n * files, square // 8 + n * ranks) for n in range(1, most + 1)]
        inside = itertools.takewhile(lambda at: 0 <= at[0] < 8 and 0 <= at[1] < 8, path)
        rays.append([8 * rank + file for file, rank in inside])
    return rays


def _walk(rays: list[list[int]], occupied: int) -> int:
    found = 0
    for ray in rays:
        for square in ray:
            found |= 1 << square
            if occupied >> square & 1:
                break
    return found


def _distance(a: int, b: int) -> int:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


_DISTANCES = [[_distance(a, b) for b in range(64)] for a in range(64)]


def _like(men: Sequence[_Man]) -> list[list[int]]:
    """The places, in a row of men, of those that have a like one."""
    places = [[at for at, each in enumerate(men) if each.letter == letter] for letter in {man.letter for man in men}]
    return [group for group in places if len(group) > 1]


def _image(squares: Sequence[int], symmetry: Sequence[int], like: list[list[int]]) -> list[int]:
    """With like pieces in rising order."""
    image = [symmetry[square] for square in squares]
    for group in like:
        for at, square in zip(group, sorted(image[at] for at in group)):
            image[at] = square
    return image


# ---- symmetries

_GROUPS = [
    *([0], [0, 1], [0, 2], [0, 3], [0, 1, 2, 3]),
    *([0, 4], [0, 7], [0, 3, 4, 7], [0, 3, 5, 6], [0, 1, 2, 3, 4, 5, 6, 7]),
]
"""
The symmetries that a table can have together; a board that is not square has the first five. They are 0 to 7: identity,
files mirrored, ranks mirrored, both; and these, then files and ranks exchanged.
"""


class _Folding(NamedTuple):
    """
    A board; the symmetries by which a table folds it; its region, the squares that none of these takes to a lower one;
    and the symmetry that goes with an exchange of colours, None if they cannot be exchanged.
    """

    files: int
    ranks: int
    symmetries: list[list[int]]
    region: list[int]
    exchange: list[int] | None


def _fold(files: int, ranks: int, group: Sequence[int], exchange: int | None) -> _Folding:
    symmetries = [_symmetry(files, ranks, each) for each in group]
    region = [at for at in range(files * ranks) if at == min(image[at] for image in symmetries)]
    return _Folding(files, ranks, symmetries, region, None if exchange is None else _symmetry(files, ranks, exchange))


def _symmetry(files: int, ranks: int, symmetry: int) -> list[int]:
    """Where the squares go."""
    image = []
    for square in range(files * ranks):
        rank, file = divmod(square, files)
        file, rank = (files - 1 - file if symmetry & 1 else file), (ranks - 1 - rank if symmetry & 2 else rank)
        image.append(file * files + rank if symmetry & 4 else rank * files + file)
    return image


def _slab_folding(men: Sequence[_Man]) -> _Folding:
    return _fold(8, 8, _GROUPS[1] if any(man.pawn for man in men) else _GROUPS[-1], 2)


def _read_folding(file: _File) -> _Folding:
    """What the header of a table with the index `symmetric` says."""
    header, squares = file.header, file.header["squares"]
    files = header.get("files", math.isqrt(squares))
    possible = type(files) is int and 3 <= files <= 16 and squares % files == 0 and 3 <= squares // files <= 16
    file.check(possible, f"a board of {squares} squares has not {files} files")
    if "symmetries" not in header:
        way = _command(header["table"], header["rules"], file.path.absolute().parent)
        old = "it was made by an earlier version and does not tell how its board is folded"
        file.fail(f"{old}: `{way} --force` makes it again")
    ranks, group, exchange = squares // files, header["symmetries"], header.get("exchange", "missing")
    groups = _GROUPS if files == ranks else _GROUPS[:5]
    file.check(group in groups, f"its symmetries are {group}, which its board cannot have")
    known = exchange is None or type(exchange) is int and 0 <= exchange < len(groups[-1])
    file.check(known, f"its exchange is {exchange}, which is no symmetry of its board")
    # Not as the header has it: 1.0 equals 1.
    return _fold(files, ranks, groups[groups.index(group)], exchange)


# ---- index


class _Index:
    """
    The numbers of placements. The squares of the men of the lead, of which there is a list, are the first digit, and the
    square of each of the others is one. With like pieces in rising order, the lead is the first of the men of `run`.
    """

    def __init__(
        self,
        folding: _Folding,
        lead: list[_Man],
        firsts: list[tuple[int, ...]],
        others: list[_Man],
        men: list[_Man],
        run: list[_Man],
    ):
        self.folding, self.firsts = folding, firsts
        self.lead, self.digits = [man.slot for man in lead], [man.slot for man in others]
        self.base = len(folding.symmetries[0])
        self.places = {squares: place for place, squares in enumerate(firsts)}
        self.size = len(firsts) * self.base ** len(others)
        self.run = [man.slot for man in run]
        self.like, self.like_in_run = _like(men), _like(run)
        self._carriers = lru_cache(maxsize=None)(self._find_carriers)

    def number(self, squares: Sequence[int]) -> int | None:
        """The index of a placement; None if it has none, as with adjacent kings."""
        carriers = self._carriers(tuple(squares[slot] for slot in self.run))
        return min((self._number(_image(squares, each, self.like)) for each in carriers), default=None)

    def placements(self) -> Iterator[tuple[int, ...]]:
        """The squares of all numbers, in order."""
        order = [*self.lead, *self.digits]
        by_slot = itemgetter(*map(order.index, range(len(order))))
        for first in self.firsts:
            for others in itertools.product(range(self.base), repeat=len(self.digits)):
                yield by_slot(first + others)

    def _find_carriers(self, run: tuple[int, ...]) -> list[list[int]]:
        """The symmetries that take the lead to one of the list."""
        images = [(_image(run, each, self.like_in_run), each) for each in self.folding.symmetries]
        return [each for image, each in images if tuple(image[: len(self.lead)]) in self.places]

    def _number(self, squares: Sequence[int]) -> int:
        number = self.places[tuple(squares[slot] for slot in self.lead)]
        for slot in self.digits:
            number = number * self.base + squares[slot]
        return number


def _slabs(men: list[_Man], folding: _Folding) -> _Index:
    """The index `slabs`."""
    kings, pawns = [man for man in men if man.royal], [man for man in men if man.pawn]
    others = [man for man in men if man not in kings + pawns]
    if pawns:
        return _Index(folding, pawns, _pawn_groups(pawns, folding), kings + others, men, pawns)
    return _Index(folding, kings, _king_pairs(), others, men, kings)


def _symmetric(men: list[_Man], folding: _Folding) -> _Index:
    """The index `symmetric`."""
    run = [man for man in men if man.letter == men[0].letter]
    return _Index(folding, men[:1], [(square,) for square in folding.region], men[1:], men, run)


def _king_pairs() -> list[tuple[int, ...]]:
    """White's king in the triangle a1-d1-d4; Black's, if that is on the diagonal, not above it."""
    pairs = itertools.product(range(64), repeat=2)
    inside = [(white, black) for white, black in pairs if white // 8 <= white % 8 <= 3 and _distance(white, black) > 1]
    return [(white, black) for white, black in inside if white % 9 or black // 8 <= black % 8]


def _pawn_groups(pawns: list[_Man], folding: _Folding) -> list[tuple[int, ...]]:
    """The squares of the pawns, of each group and its mirror image the lesser."""
    like, (same, mirrored) = _like(pawns), folding.symmetries
    groups = itertools.product(range(8, 56), repeat=len(pawns))
    inside = [list(group) for group in groups if len(set(group)) == len(group)]
    return [tuple(group) for group in inside if group == _image(group, same, like) <= _image(group, mirrored, like)]


# ---- coding deflate


class _Deflated:
    """The codings `deflate` and `bytes`: values by their number in the index."""

    def __init__(self, file: _File, men: list[_Man], folding: _Folding, none: int):
        self.file, self.none = file, none
        self.size, block = file.header.get("size"), file.header["coding"].get("blockBytes")
        file.check(type(self.size) is int and self.size > 0 and not file.model, "it has another index than it says")
        file.check(type(block) is int and 2**10 <= block <= 2**15 and block % 2 == 0, "its coding is impossible")
        listed = _read_ranks(file) if file.header["coding"]["kind"] == "bytes" else None
        # By side, the values of bytes.
        self.listed = [[none, *values] for values in listed] if listed else None
        self.bytes = 1 if listed or file.header["values"] == "codes" else 2
        self.each = block // self.bytes
        self.runs = -(-self.size // self.each)
        self._run = lru_cache(maxsize=8)(self._read_run)
        self.index = (_slabs if file.header["index"] == "slabs" else _symmetric)(men, folding)
        file.check(self.index.size == self.size, "it has another index than it says")

    def code(self, squares: Sequence[int], side: int) -> int:
        number = self.index.number(squares)
        return self.none if number is None else self._run(side * self.runs + number // self.each)[number % self.each]

    def placements(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        none, all_runs = self.none, range(2 * self.runs)
        sides = [map(self._run, all_runs[: self.runs]), map(self._run, all_runs[self.runs :])]
        codes = zip(*map(itertools.chain.from_iterable, sides))
        for number, (squares, (white, black)) in enumerate(zip(self.index.placements(), codes)):
            held = white != none or black != none
            if held and len(set(squares)) == len(squares) and self.index.number(squares) == number:
                yield squares, white, black

    def _read_run(self, part: int) -> Sequence[int]:
        _, parts, body = self.file.part(part, 2 * self.runs)
        count = min(self.each, self.size - part % self.runs * self.each)
        self.file.check(parts == 1, "a block has more than it says")
        inflated = self.file.inflate(body, count * self.bytes)
        if self.listed:
            values = self.listed[part >= self.runs]
            self.file.check(max(inflated) < len(values), "a block has an impossible value")
            return [values[byte] for byte in inflated]
        return struct.unpack(f"<{count}{' bh'[self.bytes]}", inflated)


# ---- coding planes

_NOWHERE = 64
"""In place of its threats, that a cell is no position."""
_FRAME = [square + square // 8 + 10 for square in range(64)]
"""The places of a row's cells, with a margin below and on the left, where neighbours off the board are 0."""
_FRAMED = 82
_LIKE = (8, 24)
"""The weight of a neighbour with other threats, and with the same."""


class _Planes:
    """The coding `planes`: two pieces go through all squares while the others stand; a model foretells the values."""

    listed = False
    beyond = 0
    """Squares that a board smaller than 8x8 has not, as bits."""
    guarded = True
    """Are there positions only where the royal piece of the side that is not to move is not attacked?"""

    def __init__(self, file: _File, men: list[_Man], folding: _Folding, none: int):
        self._read_pieces(file, men, folding, none)
        self._read_ranks()
        self._order()
        self.size = 1
        for digits in self.digits:
            self.size *= len(digits)
        self.trees = _read_model(file, self.ranks)
        self._plane = lru_cache(maxsize=64)(self._read_plane)
        self._lengths = lru_cache(maxsize=8)(self._read_lengths)

    def _read_pieces(self, file: _File, men: list[_Man], folding: _Folding, none: int) -> None:
        row, lane, self.first = map(file.header["coding"].get, ("row", "lane", "first"))
        numbers = all(type(each) is int for each in (row, lane, self.first))
        file.check(numbers and self.first in (WHITE, BLACK), "its coding is impossible")
        file.check(row != lane and {row, lane} <= set(range(len(men))), "its coding has impossible pieces")
        self.file, self.men, self.row, self.lane, self.none = file, men, men[row], men[lane], none
        self.moving = moving = (self.row, self.lane)
        single = all(self.row.letter != man.letter != self.lane.letter for man in men if man not in moving)
        plain = single and self.row.letter != self.lane.letter
        file.check(plain and any(man.color != self.first for man in moving), "its coding has impossible pieces")
        self.folding, self.symmetries = folding, folding.symmetries

    def _read_ranks(self) -> None:
        """Ranks and their codes, of the coded side, then of the other: the highest, that of a draw, and all codes."""
        file = self.file
        self.wins, self.losses, self.bars = map(file.header["coding"].get, ("wins", "losses", "bars"))
        numbers = type(self.wins) is int and type(self.losses) is int
        file.check(numbers and type(self.bars) is bool and file.header["values"] != "plies", "its coding is impossible")
        most = self.wins + self.losses
        # Each rank has a code, and each code a byte if they are that.
        self.narrow = file.header["values"] == "codes"
        wins, losses = (125, 124) if self.narrow else (248, 248)
        possible = 1 <= self.wins <= wins and 1 <= self.losses <= losses and most <= 249
        file.check(possible, "its coding is impossible")
        self.ranks, self.draws = (most + 5, most + 6), (self.losses + 4, self.wins + 4)
        self.codes = [_codes_of_ranks(self.losses, self.wins), _codes_of_ranks(self.wins, self.losses + 1)]
        self.worths = [self._worth(rank) for rank in range(most + 6)]

    def _order(self) -> None:
        """What derives, and the standing pieces, in order: the coded side's king comes last, but leads."""
        men, moving = self.men, self.moving
        self.file.check(not self.row.pawn and not self.lane.pawn, "its coding has impossible pieces")
        others = [man for man in men if man.color != self.first]
        self.derived = self.row.royal and self.row in others and all(man in moving for man in others)
        kings = [man for man in men if man.royal and man.color == self.first]
        self.order = sorted((man for man in men if man not in moving), key=lambda man: (man in kings, not man.pawn))
        self.lead = len(self.order) - 1 if self.order[-1] in kings else 0
        self._make_digits()

    def _squares(self, man: _Man) -> Iterable[int]:
        """Where a standing piece can be."""
        return man.squares

    def _make_digits(self) -> None:
        self.like = _like(self.order)
        self.digits = [list(self._squares(man)) for man in self.order]
        self.digits[self.lead] = [square for square in self.digits[self.lead] if square in self.folding.region]

    def code(self, squares: Sequence[int], side: int) -> int:
        standing = [squares[man.slot] for man in self.order]
        if self._adjacent(standing):
            return self.none
        images = [(_image(standing, symmetry, self.like), symmetry) for symmetry in self.symmetries]
        kept, symmetry = min(images, key=lambda image: self._key(image[0]))
        number = 0
        for digits, square in zip(self.digits, kept):
            number = number * len(digits) + bisect_left(digits, square)
        codes = self._plane(number)
        self.file.check(codes or self.listed, "a plane is missing")
        if not codes:
            return self.none
        return codes[side][64 * symmetry[squares[self.row.slot]] + symmetry[squares[self.lane.slot]]]

    def placements(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        squares = [0] * len(self.men)
        for number in range(self.size):
            standing, codes = self._standing(number), self._plane(number)
            self.file.check(standing is None or codes or self.listed, "a plane is missing")
            if standing is not None and codes:
                for man, square in zip(self.order, standing):
                    squares[man.slot] = square
                twins = self.twins(standing)
                for cell in range(4096):
                    if cell not in twins:
                        squares[self.row.slot], squares[self.lane.slot] = divmod(cell, 64)
                        yield tuple(squares), codes[WHITE][cell], codes[BLACK][cell]

    def twins(self, standing: list[int]) -> dict[int, int]:
        """The lowest cell of each that a symmetry takes to a lower one."""
        keeping = [each for each in self.symmetries[1:] if _image(standing, each, self.like) == standing]
        cells = range(4096) if keeping else ()
        lowest = {cell: min(64 * each[cell >> 6] + each[cell & 63] for each in keeping) for cell in cells}
        return {cell: least for cell, least in lowest.items() if least < cell}

    def _standing(self, number: int) -> list[int] | None:
        """The squares of the standing pieces of a plane, in order; None if the number has no plane."""
        standing: list[int] = []
        for digits in reversed(self.digits):
            number, digit = divmod(number, len(digits))
            standing.insert(0, digits[digit])
        images = [_image(standing, symmetry, self.like) for symmetry in self.symmetries]
        kept = standing == images[0] and self._key(standing) == min(map(self._key, images))
        return standing if kept and len(set(standing)) == len(standing) and not self._adjacent(standing) else None

    def _key(self, standing: list[int]) -> list[int]:
        """The least of all images is kept."""
        return [standing[self.lead], *standing]

    def _adjacent(self, standing: Sequence[int]) -> bool:
        kings = [square for man, square in zip(self.order, standing) if man.royal and not self.listed]
        return len(kings) == 2 and _distance(*kings) <= 1

    def _worth(self, rank: int) -> int:
        """What a move of the other side to a position of this rank of the coded side is worth."""
        if rank in (0, self.losses + 3, self.losses + 4):
            return self.draws[1] if rank else 0
        worth = self.ranks[1] + 1 - rank
        return worth if self.bars else min(worth, self.ranks[1] - 1)

    def _read_plane(self, number: int) -> tuple[Sequence[int], Sequence[int]] | None:
        """The codes of all cells, with White and with Black to move; None if the number has no plane."""
        first, parts, body = self.file.part(number, self.size)
        planes, ends = self._lengths(parts, body)
        at = bisect_right(planes, number - first) - 1
        data = body[ends[at] : ends[at + 1]]
        if not data:
            return None
        standing = self._standing(number)
        if standing is None:
            self.file.fail("there is a plane where there is none")
        codes = _Plane(self, standing, _Stream(self.file, data)).decode()
        return (codes[0], codes[1]) if self.first == WHITE else (codes[1], codes[0])

    def _read_lengths(self, parts: int, body: bytes) -> tuple[list[int], list[int]]:
        """Of the planes of a block, and of runs without planes: how many come before, and where they begin."""
        planes, ends, present, at = [0], [0], 0, 0
        while planes[-1] < parts:
            length, at = self.file.varint(body, at)
            count, at = self.file.varint(body, at) if length == 0 else (1, at)
            self.file.check(count, "a run of planes is empty")
            planes.append(planes[-1] + count)
            ends.append(ends[-1] + length)
            present += length > 0
            self.file.check(present <= 32, "a block has too many planes")
        self.file.check(planes[-1] == parts and at + ends[-1] == len(body), "a block has another length than it says")
        return planes, [at + end for end in ends]


class _ListedPlanes(_Planes):
    """The coding `listed planes`: the file lists the values of ranks, and says nothing of where pieces can stand."""

    listed = True
    narrow = derived = False

    def _read_ranks(self) -> None:
        coded, other = listed = _read_ranks(self.file)
        self.guarded = self.file.header["coding"].get("guarded")
        self.file.check(type(self.guarded) is bool, "its coding is impossible")
        self.ranks = (len(coded) + 1, len(other) + 1)
        self.draws = (2 + coded.index(0), 2 + other.index(0))
        self.codes = [[self.none, self.none, *values] for values in listed]
        wishes = [_wish(value) for value in other]
        after = [0 if value == 0 else -value - 1 if value > 0 else 1 - value for value in coded]
        self.worths = [0, 0, *(max(2, 1 + bisect_right(wishes, _wish(value))) for value in after)]

    def _order(self) -> None:
        self.order, self.lead = [man for man in self.men if man not in self.moving], 0
        # A smaller board is a part of 8x8, whose other squares stay where they are.
        files, ranks, symmetries, region, _ = self.folding
        self.file.check(files <= 8 and ranks <= 8, "its coding is impossible on its board")
        self.places = places = [rank * 8 + file for rank in range(ranks) for file in range(files)]
        self.beyond = sum(1 << place for place in range(64) if place not in places)
        self.symmetries = [list(range(64)) for _ in symmetries]
        for image, symmetry in zip(self.symmetries, symmetries):
            for square, place in enumerate(places):
                image[place] = places[symmetry[square]]
        self.folding = self.folding._replace(region=[places[square] for square in region])
        self._make_digits()

    def _squares(self, _: _Man) -> list[int]:
        return self.places

    def code(self, squares: Sequence[int], side: int) -> int:
        return super().code([self.places[square] for square in squares], side)

    def placements(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        numbers = {place: square for square, place in enumerate(self.places)}
        for squares, white, black in super().placements():
            if not any(self.beyond >> square & 1 for square in squares):
                yield tuple(numbers[square] for square in squares), white, black


def _read_ranks(file: _File) -> list[list[int]]:
    """Two lists of values in plies, the worst first, so few that their ranks are bytes."""
    listed = file.header["coding"].get("ranks")
    possible = isinstance(listed, list) and len(listed) == 2 and all(isinstance(each, list) for each in listed)
    for values in listed if possible else []:
        possible &= all(type(value) is int and abs(value) <= 32766 for value in values) and 0 in values
        possible = possible and len(values) <= 254 and sorted(set(values), key=_wish) == values
    file.check(possible, "its coding is impossible")
    return listed


def _wish(value: int) -> int:
    """Greater for a value in plies that the side to move prefers."""
    return value and (2**16 - value if value > 0 else -(2**16) - value)


def _codes_of_ranks(lost: int, won: int) -> list[int]:
    """The code of each rank, of a side that loses and wins in at most so many moves. Far codes are wide ones."""
    losses = [code if code > -127 else code - 4 for code in range(-1, -lost - 2, -1)]
    wins = [code if code < 126 else code + 4 for code in range(won, 0, -1)]
    return [-128, -127, *losses, 126, 0, *wins, 127]


# ---- model and stream

_LEAF, _FEATURES, _ESCAPE = 255, 40, 23
_WEIGHTS = list(itertools.accumulate(range(47), lambda weight, _: weight * 6 // 5, initial=16))


class _Distribution(NamedTuple):
    """Symbols with their frequencies, and the sums of those before."""

    before: list[int]
    frequencies: list[int]
    symbols: Sequence[int]


class _Tree(NamedTuple):
    """A decision tree in preorder. `high` is where the second subtree of each node begins; `leaves` are by node."""

    features: bytes
    thresholds: list[int]
    high: list[int]
    leaves: dict[int, _Distribution]
    escapes: _Distribution

    def leaf(self, values: Sequence[int]) -> _Distribution:
        features, thresholds, high, leaves, _ = self
        node = 0
        while (feature := features[node]) != _LEAF:
            node = high[node] if values[feature] > thresholds[node] else node + 1
        return leaves[node]


def _read_model(file: _File, ranks: tuple[int, int]) -> list[_Tree]:
    """The trees: of the coded side, and of the other side or its captures."""
    model = file.model

    def take(count: int) -> bytes:
        nonlocal model
        file.check(count <= len(model), "the model is cut short")
        taken, model = model[:count], model[count:]
        return taken

    shapes = []
    for _ in ranks:
        # Of the nodes that are still to come: how many splits are above.
        shape, depths = b"", [0]
        while depths:
            shape += take(1)
            depth = depths.pop()
            file.check(len(shape) < 1024, "a tree of the model is too large")
            if shape[-1] != _LEAF:
                file.check(shape[-1] < _FEATURES, "the model has an unknown feature")
                file.check(depth < 48, "a tree of the model is too deep")
                depths += [depth + 1, depth + 1]
        shapes.append(shape)
    thresholds = [iter(take(len(shape) // 2)) for shape in shapes]
    levels = [[take(len(shape) // 2 + 1) for shape in shapes] for _ in range(24)]
    file.check(all(all(each) for each in levels[_ESCAPE]), "the model has a leaf without an escape")
    escapes = [_distribution(file, take(most), range(1, most + 1)) for most in ranks]
    file.check(not model, "the model has another length than it says")
    trees = []
    for which, shape in enumerate(shapes):
        leaves = zip(*(each[which] for each in levels))
        found = {at: _distribution(file, bytes(next(leaves)), range(24)) for at, each in enumerate(shape) if each == _LEAF}
        limits = [0 if each == _LEAF else next(thresholds[which]) for each in shape]
        high, above = [0] * len(shape), []
        for node, feature in enumerate(shape[:-1]):
            if feature != _LEAF:
                above.append(node)
            else:
                high[above.pop()] = node + 1
        trees.append(_Tree(shape, limits, high, found, escapes[which]))
    return trees


def _distribution(file: _File, levels: bytes, symbols: Sequence[int]) -> _Distribution:
    """Of the level of each symbol, some of which occur."""
    file.check(0 < max(levels) <= len(_WEIGHTS), "the model has an impossible level")
    order = sorted((at for at, level in enumerate(levels) if level), key=lambda at: -levels[at])
    weights = [_WEIGHTS[levels[at] - 1] for at in order]
    total = sum(weights)
    frequencies = [1 + weight * (4096 - len(order)) // total for weight in weights]
    frequencies[0] += 4096 - sum(frequencies)
    return _Distribution(_sums(0, frequencies)[:-1], frequencies, [symbols[at] for at in order])


_CORRECTED = _Distribution([0, 4095], [4095, 1], [0, 1])


class _Stream:
    """A stream of rANS."""

    def __init__(self, file: _File, data: bytes):
        self.file = file
        file.check(len(data) >= 4 and len(data) % 2 == 0, "a plane is cut short")
        self.state, *words = struct.unpack(f"<I{len(data) // 2 - 2}H", data)
        self.words = words[::-1]

    def symbol(self, distribution: _Distribution) -> int:
        before, frequencies, symbols = distribution
        slot = self.state & 4095
        at = bisect_right(before, slot) - 1
        self._advance(frequencies[at] * (self.state >> 12) + slot - before[at])
        return symbols[at]

    def bits(self, count: int) -> int:
        """A number of so many bits."""
        number, rest = divmod(self.state & 4095, 4096 >> count)
        self._advance((4096 >> count) * (self.state >> 12) + rest)
        return number

    def end(self) -> None:
        self.file.check(not self.words and self.state == 2**15, "a plane does not end where its bytes end")

    def _advance(self, state: int) -> None:
        if state < 2**15:
            if not self.words:
                self.file.fail("a plane is cut short")
            state = state << 16 | self.words.pop()
        self.state = state


# ---- a plane's cells


class _Plane:
    """A plane while it is decoded. What is told by cell is in rows with margins: see `_FRAME`."""

    def __init__(self, coding: _Planes, standing: list[int], stream: _Stream):
        self.coding, self.stream, self.twins = coding, stream, coding.twins(standing)
        self.placed = sorted(zip(coding.order, standing), key=lambda placed: placed[0].slot)
        self.occupied = coding.beyond + sum(1 << square for square in standing)
        first = [square for _, square in self.placed[:4]]
        spare = [0] * (4 - len(first))
        self.near = [[_distance(square, each) for each in first] + spare for square in range(64)]
        # Of the lane piece, with listed ranks, two of them and its own file and rank.
        own = [[square % 8, square // 8] for square in range(64)]
        self.near_lane = [each[:2] + at for each, at in zip(self.near, own)] if coding.listed else self.near
        self.where = [part for square in first for part in (square % 8, square // 8)] + 2 * spare
        # By colour, then by square of the row piece: where the lane piece may stand, and the threats then.
        self.valid: list[list[int]] = [[], []]
        self.threats: list[list[bytes]] = [[], []]

    def decode(self) -> list[array[int]]:
        """The codes of all cells, of the coded side and of the other."""
        coding, stream = self.coding, self.stream
        for square in range(64):
            self._survey(square)
        ranks = self._cells(0, coding.first, None)
        quiet = self._quiet(ranks)
        others = self._derive(ranks, quiet) if coding.derived else self._cells(1, 1 - coding.first, quiet)
        pairs = zip(coding.codes, (ranks, others))
        codes = [array("h", [of[rank] for row in rows for rank in _unframed(row)]) for of, rows in pairs]
        for cell, lowest in self.twins.items():
            for side in codes:
                side[cell] = side[lowest]
        more = stream.symbol(_CORRECTED)
        corrected: dict[tuple[int, int], tuple[int, int]] = {}
        while more:
            which, cell, rank = stream.bits(1), stream.bits(12), stream.bits(8)
            code = coding.codes[which][rank] if rank <= coding.ranks[which] else 2**15
            if rank == 0:
                high, low = stream.bits(8), stream.bits(8)
                code = (high - 256 if high >= 128 else high) << 8 | low
            valid = self.valid[1 - coding.first if which else coding.first][cell >> 6]
            limit = 2**7 if coding.narrow else 2**15
            possible = -limit <= code < limit and valid >> (cell & 63) & 1 and (which, cell) not in corrected
            stream.file.check(possible, "a plane has an impossible correction")
            corrected[which, cell] = rank, code
            codes[which][cell] = code
            more = stream.bits(1)
        stream.end()
        twins = [((which, cell), (which, lowest)) for cell, lowest in self.twins.items() for which in (0, 1)]
        alike = not corrected or all(corrected.get(twin) == corrected.get(lowest) for twin, lowest in twins)
        stream.file.check(alike, "a plane has an impossible correction")
        return codes

    def _survey(self, square: int) -> None:
        """Adds the row of this square of the row piece to `valid` and `threats`."""
        coding, lane = self.coding, self.coding.lane
        pieces = [*self.placed, (coding.row, square)]
        occupied = self.occupied | 1 << square
        # By colour, where the lane piece is when pieces of that colour attack it, and a piece on each square.
        reached = [0, 0]
        attacked = {at: [0, 0] for _, at in pieces}
        for man, at in pieces:
            for ray in man.rays[at]:
                path = 0
                for to in ray:
                    if occupied >> to & 1:
                        if to in attacked:
                            attacked[to][man.color] |= ~path
                        break
                    path |= 1 << to
                reached[man.color] |= path
            attacked[at][lane.color] |= lane.sources(at, occupied)
        # By colour: the king attacked, another attacked, another attacked and not defended.
        sets = [[0, 0, 0], [0, 0, 0]]
        for man, by in [(lane, reached), *((man, attacked[at]) for man, at in pieces)]:
            hit, own = by[1 - man.color], sets[man.color]
            own[0] |= hit if man.royal else 0
            own[1] |= 0 if man.royal else hit
            own[2] |= 0 if man.royal else hit & ~by[man.color]
        free = 0 if self.occupied >> square & 1 else ~occupied
        for color in (WHITE, BLACK):
            exposed = sets[1 - color][0]
            valid = free & ~(exposed if coding.guarded else 0) & (2**64 - 1)
            bits = [each & valid for each in (*sets[color], *sets[1 - color][1:], exposed)] + [valid ^ (2**64 - 1)]
            row = sum(_spread(each) << at for at, each in enumerate(bits))
            self.valid[color].append(valid)
            self.threats[color].append(_framed(row.to_bytes(64, "little"), _NOWHERE))

    def _cells(self, which: int, color: int, quiet: list[bytes] | None) -> list[bytearray]:
        """The ranks of a side: 0 is the coded one, 1 the other one, which has best quiet moves."""
        draw, all_threats, twins = self.coding.draws[which], self.threats[color], self.twins
        ranks = [bytearray(_FRAMED) for _ in range(64)]
        guesses = [bytearray(_FRAMED) for _ in range(64)]
        by_lane = [bytearray(_FRAMED) for _ in range(_NOWHERE)]
        zeros, nowhere = bytes(_FRAMED), bytes([_NOWHERE]) * _FRAMED
        for row in range(64):
            file, rank = row % 8, row // 8
            threats, guess, found = all_threats[row], guesses[row], ranks[row]
            below, below_threats = (guesses[row - 8], all_threats[row - 8]) if rank else (zeros, nowhere)
            left, left_threats = (guesses[row - 1], all_threats[row - 1]) if file else (zeros, nowhere)
            diagonal = guesses[row - 9] if file and rank else None
            by_row = [0] * _NOWHERE
            distances, near, near_lane = _DISTANCES[row], self.near, self.near_lane
            constants = (file, rank, *near[row], *self.where)
            for lane, at in enumerate(_FRAME):
                threat = threats[at]
                if threat == _NOWHERE:
                    guess[at] = below[at] or left[at]
                    continue
                if 64 * row + lane in twins:
                    lowest = twins[64 * row + lane]
                    found[at] = guess[at] = ranks[lowest >> 6][_FRAME[lowest & 63]]
                    continue
                g0, g1, g2, g3 = below[at], left[at], guess[at - 1], guess[at - 9]
                candidates = (g0, g1, g2, g3, by_lane[threat][at], by_row[threat], quiet[row][at] if quiet else 0)
                like0, like1 = below_threats[at] == threat, left_threats[at] == threat
                like2, like3 = threats[at - 1] == threat, threats[at - 9] == threat
                weights = (_LIKE[like0], _LIKE[like1], _LIKE[like2], _LIKE[like3], 24, 18, 60)
                support: dict[int, int] = {}
                for candidate, weight in zip(candidates, weights):
                    if candidate:
                        support[candidate] = support.get(candidate, 0) + weight
                best = sorted(support.items(), key=_votes) if len(support) > 1 else list(support.items())
                (c0, s0), (c1, s1), (c2, _) = (*best, (0, 0), (0, 0), (0, 0))[:3]
                agreeing = candidates.count(c0)
                kinds = {c1: 1, 0: 3, c0: 0}
                k0, k1, _, k3, k4, k5, k6 = [kinds.get(candidate, 2) for candidate in candidates]
                c0 = c0 or draw
                equal = 0
                if quiet:
                    equal += rank > 0 and g0 == quiet[row - 8][at]
                    equal += file > 0 and g1 == quiet[row - 1][at]
                    equal += lane % 8 > 0 and g2 == quiet[row][at - 1]
                    equal += lane >= 8 and g3 == quiet[row][at - 9]
                gap1 = 128 + max(-127, min(127, c1 - c0)) if c1 else 128
                gap2 = 128 + max(-127, min(127, c2 - c0)) if c2 else 128
                slope = (g0 + g1 - diagonal[at] - c0 + 128) & 255 if diagonal else 128
                other_slope = (g2 + g3 - guess[at - 10] - c0 + 128) & 255
                values = (c0, c1, c2, gap1, gap2, agreeing, s0, s1, threat, k0, k1, k3, k4, k5, k6, slope, other_slope)
                values += (like1, like0, threat & 1, equal, distances[lane], *near_lane[lane], *constants)
                value = self._rank(which, values, draw)
                found[at] = guess[at] = by_row[threat] = by_lane[threat][at] = value
        return ranks

    def _rank(self, which: int, values: Sequence[int], draw: int) -> int:
        """The next rank of the stream; of captures 0 for none."""
        tree, stream = self.coding.trees[which], self.stream
        symbol = stream.symbol(tree.leaf(values))
        if symbol < 3:
            if symbol == 2 and which == 1 and self.coding.derived:
                return 0
            rank = values[symbol]
        elif symbol == _ESCAPE:
            rank = stream.symbol(tree.escapes)
        elif symbol == 4 and self.coding.listed:
            rank = 1
        else:
            rank = draw if symbol == 3 else values[0] + (symbol - 4 if symbol < 14 else 13 - symbol)
        if not 0 < rank <= self.coding.ranks[which]:
            stream.file.fail("a plane has an impossible rank")
        return rank

    def _quiet(self, ranks: list[bytearray]) -> list[bytes]:
        """The other side's best quiet move of every cell, by the coded side's ranks."""
        coding, best = self.coding, [[0] * 64 for _ in range(64)]
        worths = [[coding.worths[rank] for rank in _unframed(row)] for row in ranks]
        for man in (coding.row, coding.lane):
            for stays in range(64) if man.color != coding.first else ():
                line = [row[stays] for row in worths] if man is coding.row else worths[stays]
                occupied = self.occupied | 1 << stays
                for square in range(64):
                    most = 0
                    for ray in man.rays[square]:
                        for to in ray:
                            if occupied >> to & 1:
                                break
                            if line[to] > most:
                                most = line[to]
                    row, lane = (square, stays) if man is coding.row else (stays, square)
                    best[row][lane] = max(best[row][lane], most)
        return [_framed(bytes(row), 0) for row in best]

    def _derive(self, ranks: list[bytearray], quiet: list[bytes]) -> list[bytearray]:
        """The ranks of the other side, all of whose pieces are row and lane piece, from quiet moves and captures."""
        coding, lane = self.coding, self.coding.lane
        own = self.valid[1 - coding.first]
        found = [bytearray(row) for row in quiet]
        for taken, square in self.placed:
            if taken.royal:
                continue
            attackers = [(man, at) for man, at in self.placed if man is not taken]
            by_king: list[list[tuple[int, int]]] = [[] for _ in range(64)]
            by_lane: list[list[tuple[int, int]]] = [[] for _ in range(64)]
            for at in range(64):
                occupied = self.occupied | 1 << at
                if occupied == self.occupied:
                    continue
                facing = [*attackers, (lane, at)] if lane.color == coding.first else attackers
                if not any(man.reach(where, occupied) >> square & 1 for man, where in facing):
                    rows = coding.row.sources(square, occupied)
                    by_king[at] = [(row, _FRAME[at]) for row in range(64) if rows >> row & own[row] >> at & 1]
                attacked = any(man.reach(where, occupied) >> at & 1 for man, where in attackers)
                if lane.color != coding.first and not attacked:
                    lanes = lane.sources(square, occupied) & own[at]
                    by_lane[at] = [(at, _FRAME[each]) for each in range(64) if lanes >> each & 1]
            self._captures(taken.slot, square, by_king, quiet, found)
            self._captures(taken.slot + 8, square, by_lane, quiet, found)
        for row, threats, coded in zip(found, self.threats[1 - coding.first], ranks):
            for at in _FRAME:
                if threats[at] == _NOWHERE:
                    row[at] = 0
                elif row[at] <= 2 and threats[at] & 1:
                    row[at] = 2 if row[at] else 1
                elif row[at] <= 2:
                    row[at] = 2 if coded[at] == coding.ranks[0] else coding.draws[1] - 1
        return found

    def _captures(
        self, taker: int, square: int, cells: list[list[tuple[int, int]]], quiet: list[bytes], found: list[bytearray]
    ) -> None:
        """
        Decodes a row of captures on a square, each of which can be made from some cells, and adds their worth to those
        of the cells.
        """
        filled, last = [0] * 64, 0
        for at in range(64):
            left, below = (filled[at - 1] if at % 8 else 0), (filled[at - 8] if at >= 8 else 0)
            c0 = below or left or last
            c1 = next((each for each in (left, last) if each not in (0, c0)), 0)
            filled[at] = c0
            if not cells[at]:
                continue
            bound = min(quiet[row][lane] for row, lane in cells[at])
            values = [0] * _FEATURES
            values[0:5] = c0, c1, bound, _difference(c0, bound), _difference(c1, c0) if c1 else 128
            values[8:12] = taker, *(2 if each == 0 else int(each == c0) for each in (left, below, last))
            values[15] = _difference(c1, bound) if c1 else 0
            values[21:28] = _distance(at, square), *self.near[at], square % 8, square // 8
            values[28:40] = *self.near[square], *self.where
            rank = self._rank(1, values, self.coding.draws[1])
            if rank:
                filled[at] = last = rank
                for row, lane in cells[at]:
                    found[row][lane] = max(found[row][lane], rank)


def _votes(candidate: tuple[int, int]) -> int:
    return -candidate[1]


def _difference(a: int, b: int) -> int:
    return max(0, min(255, 128 + a - b))


_SPREAD = [sum((bits >> at & 1) << 8 * at for at in range(8)) for bits in range(256)]


def _spread(bits: int) -> int:
    """A set of squares with a byte for each."""
    return sum(_SPREAD[byte] << 64 * at for at, byte in enumerate(bits.to_bytes(8, "little")))


def _framed(row: bytes, margin: int) -> bytes:
    edge = bytes([margin])
    return edge * 9 + b"".join(edge + row[at : at + 8] for at in range(0, 64, 8)) + edge


def _unframed(row: bytearray) -> list[int]:
    return [row[at] for at in _FRAME]


# ---- positions and command


def _captures_en_passant(table: Table, board: dict[int, str], side: int, passant: int) -> Iterator[dict[int, str]]:
    """The boards after a capture on the en passant square, one that leaves the king attacked included."""
    forward = (8, -8)[side]
    victim = passant - forward
    pawns = [man for man in table._men if man.pawn]
    own = (str.isupper, str.islower)[side]
    passed = passant // 8 == (5, 2)[side] and board.get(victim, " ").upper() in {man.letter.upper() for man in pawns}
    if not passed or own(board[victim]) or passant in board or passant + forward in board:
        raise PositionError("no pawn can just have passed the en passant square")
    for square, letter in board.items():
        man = next((each for each in pawns if each.letter.upper() == letter.upper()), None)
        # A table may have this pawn with the other colour; to the mirrored square it attacks alike.
        flip = 0 if man is None or man.letter == letter else 56
        if man and own(letter) and man.reach(square ^ flip, 0) >> (passant ^ flip) & 1:
            yield {at: each for at, each in board.items() if at not in (square, victim)} | {passant: letter}


def _parse_fen(fen: str) -> tuple[list[str], str | None, int, str]:
    """The rows of the board, what was taken if it says so, the side to move, and the name of the en passant square."""
    fields = fen.replace("_", " ").split()
    if not 1 <= len(fields) <= 6:
        raise PositionError(f"a FEN is 'board turn castling en-passant halfmoves fullmoves', not {fen!r}")
    turn, castling, passant = (*fields[1:4], *("w", "-", "-")[len(fields[1:4]) :])
    board = re.fullmatch(r"([A-Za-z0-9/]+)(\[[A-Za-z]*\])?", fields[0])
    if board is None:
        raise PositionError(f"a board is letters, numbers and slashes, and what was taken [Rn], not {fields[0]!r}")
    if turn not in ("w", "b"):
        raise PositionError(f"the side to move is 'w' or 'b', not {turn!r}")
    if castling != "-":
        raise PositionError(f"tables have no castling rights: {castling!r}")
    return board[1].split("/"), board[2], "wb".index(turn), passant


def _main(arguments: list[str]) -> int:
    """Prints wdl and dtm. Exit codes as those of metatb: 1 a file is damaged, 2 wrong usage, 4 a table is missing."""
    if len(arguments) != 2:
        print("usage: python3 metatb.py FOLDER FEN", file=sys.stderr)
        return 2
    try:
        with open(arguments[0]) as tables:
            print(*tables.probe(arguments[1]))
    except (Error, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 4 if isinstance(problem, MissingTable) else 2 if isinstance(problem, PositionError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
