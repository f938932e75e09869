import type { Symmetry } from '../board/board.ts';
import { fail, ok, type Result } from '../board/result.ts';
import {
  type Army,
  BLACK,
  type Color,
  hasKing,
  makePiece,
  opposite,
  type Piece,
  parsePiece,
  promotionsOf,
  ROYAL,
  WHITE,
} from '../pieces/army.ts';
import type { Equipment } from '../pieces/equipment.ts';
import type { Blast } from '../pieces/laws.ts';
import { codeOf } from '../pieces/mover.ts';

/** The most men that a table's name may have; what can be solved depends on the solver and on memory. */
export const MAX_MEN = 6;

/** The men of a table. */
export interface Material {
  /** White in upper case, Black in lower case, `v` between: `KQvkr`. */
  readonly name: string;
  /** One piece a slot, in canonical order: White's in the army's order, then Black's. */
  readonly men: readonly Piece[];
}

/** What orders the men of a game's tables. */
export interface Colours {
  readonly army: Army;
  /** Where the squares go when the colours are exchanged; undefined if that would make another game. */
  readonly flip: Symmetry | undefined;
}

/** A material and whether the colours had to be exchanged to make White the stronger side. */
export interface Oriented {
  readonly material: Material;
  readonly flipped: boolean;
}

/**
 * Reads a table's name: `KQvkr`, `KvkQ` and Syzygy's `KQvKR` alike, in any order of the men.
 * Errors: `material-sides`, `material-piece`, `material-royal`, `material-size`.
 */
export function parseMaterial(text: string, colours: Colours): Result<Oriented> {
  const { army } = colours;
  const sides = sidesOf(text.trim(), army);
  if (sides.length !== 2 || (sides.includes('') && !hasKing(army))) {
    const found =
      sides.length === 2
        ? `'${text}' has a side without pieces`
        : `'${text}' has ${sides.length} side${sides.length === 1 ? '' : 's'}`;
    return fail(
      'material-sides',
      `${found}: a table is named like KQvk, with one v between two sides${suggestion(text, colours)}`,
      text,
    );
  }
  const smallFirst = /^[a-z]+$/.test(sides[0]!) && /^[A-Z]+$/.test(sides[1]!);
  const men: Piece[] = [];
  for (const [i, side] of sides.entries()) {
    const color: Color = (i === 0) === smallFirst ? BLACK : WHITE;
    for (const letter of side) {
      const piece = parsePiece(army, letter);
      if (!piece) {
        const letters = army.map((kind) => kind.letter).join(' ');
        return fail(
          'material-piece',
          `unknown piece '${letter}' in '${text}': pieces are ${letters}`,
          letter,
        );
      }
      men.push({ kind: piece.kind, color });
    }
    const royals = men.filter((piece) => piece.color === color && piece.kind === ROYAL).length;
    if (royals !== 1 && hasKing(army)) {
      const name = army[ROYAL]!.name;
      return fail(
        'material-royal',
        `'${side}' in '${text}' has ${royals} ${name}s: each side has exactly one`,
        text,
      );
    }
  }
  if (men.length > MAX_MEN) {
    return fail(
      'material-size',
      `'${text}' has ${men.length} men: a table has at most ${MAX_MEN}`,
      text,
    );
  }
  return ok(orient(men, colours));
}

/** The two sides; or what else the v's make of a name. An army may have a V: then White's capitals end at the first v. */
function sidesOf(text: string, army: Army): readonly string[] {
  const [, white, black] = /^([A-Z]+)v(.+)$/.exec(text) ?? [];
  if (white && black && army.some(({ letter }) => letter === 'V')) return [white, black];
  return text.split('v');
}

/** What a name without its v, or with a capital one, may mean: `KQK` and `KQVK` are KQvk. */
function suggestion(text: string, colours: Colours): string {
  const { army } = colours;
  const royal = hasKing(army) ? army[ROYAL]!.letter : '[^]';
  const split = /v/i.test(text) ? /v/i : new RegExp(`(?!^)(?=${royal})`, 'i');
  const sides = text.trim().split(split);
  if (sides.length !== 2 || sides.includes('')) return '';
  const meant = parseMaterial(`${sides[0]!.toUpperCase()}v${sides[1]!.toLowerCase()}`, colours);
  return meant.ok ? `; did you mean ${meant.value.material.name}?` : '';
}

/**
 * The material of these men with White as the side with more of them or, if they are equally many, the stronger ones;
 * in games whose colours cannot be exchanged as they are.
 */
export function orient(men: readonly Piece[], { army, flip }: Colours): Oriented {
  const white = kindsOf(men, WHITE);
  const black = kindsOf(men, BLACK);
  const flipped = flip !== undefined && compareSides(white, black) > 0;
  const slots = flipped
    ? men.map(({ kind, color }) => ({ kind, color: opposite(color) }))
    : men.slice();
  slots.sort((a, b) => a.color - b.color || a.kind - b.kind);
  return { material: { name: makeName(slots, army), men: slots }, flipped };
}

function kindsOf(men: readonly Piece[], color: Color): number[] {
  return men
    .filter((piece) => piece.color === color)
    .map((piece) => piece.kind)
    .sort((a, b) => a - b);
}

/** Negative if `a` comes first in a name. Lower kinds are stronger. */
function compareSides(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return b.length - a.length;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

function makeName(slots: readonly Piece[], army: Army): string {
  const letters = (color: Color) =>
    slots
      .filter((piece) => piece.color === color)
      .map((piece) => makePiece(army, piece))
      .join('');
  return `${letters(WHITE)}v${letters(BLACK)}`;
}

/** The other materials that one move can lead to, by a capture, a promotion, or both at once. */
export function exitMaterials(
  { men }: Material,
  colours: Colours,
  { army, promotes, stands, laws }: Equipment,
): readonly Material[] {
  const found = new Map<string, Material>();
  const add = (left: readonly Piece[]) => {
    const oriented = orient(left, colours).material;
    found.set(oriented.name, oriented);
  };
  const isTaken = (piece: Piece) => army[piece.kind]!.royal !== 'only';
  /** `moved`: the men with what the mover has become. */
  const capture = (moved: readonly Piece[], mover: number, victim: number) => {
    if (!laws.blast) add(moved.toSpliced(victim, 1));
    else for (const left of blasted(moved, mover, victim, laws.blast)) add(left);
  };
  for (const [i, piece] of men.entries()) {
    const takers = men.flatMap((other, j) => (other.color !== piece.color ? [j] : []));
    if (isTaken(piece)) for (const taker of takers) capture(men, taker, i);
    for (const kind of promotionsOf(army, piece)) {
      const promoted = men.with(i, { kind, color: piece.color });
      add(promoted);
      for (const [j, other] of men.entries()) {
        if (other.color === piece.color || !isTaken(other)) continue;
        // It takes where it promotes, and not every piece can stand there.
        const may = stands[codeOf(other)]!;
        if (promotes[codeOf(piece)]!.some((there, square) => there && may[square])) {
          capture(promoted, i, j);
        }
      }
    }
  }
  return [...found.values()];
}

/** What a capture that explodes may leave of the men: any of those that are not spared may stand near. */
function blasted(
  men: readonly Piece[],
  mover: number,
  victim: number,
  { immune, sheltered }: Blast,
): readonly (readonly Piece[])[] {
  const isImmune = (i: number) => immune.includes(men[i]!.kind);
  const others = men.flatMap((piece, i) => {
    const isSpared = isImmune(i) || sheltered.includes(piece.kind);
    return i === mover || i === victim || isSpared ? [] : [i];
  });
  return Array.from({ length: 1 << others.length }, (_, near) =>
    men.filter((_, i) => {
      if (i === victim) return false;
      if (i === mover) return isImmune(i);
      const at = others.indexOf(i);
      return at < 0 || ((near >> at) & 1) === 0;
    }),
  );
}

/** Every material of `count` men, in alphabetical order; none if `count` is less than 2. */
export function allMaterials(count: number, colours: Colours): readonly Material[] {
  const { army } = colours;
  const found = new Map<string, Material>();
  const grow = (men: readonly Piece[], least: number) => {
    if (men.length > count) return;
    if (men.length === count) {
      if (new Set(men.map(({ color }) => color)).size < 2) return;
      const { material } = orient(men, colours);
      found.set(material.name, material);
      return;
    }
    for (let next = least; next < 2 * army.length; next++) {
      const piece: Piece = { kind: next >> 1, color: (next & 1) as Color };
      if (army[piece.kind]!.royal !== 'only') grow([...men, piece], next);
    }
  };
  const kings = [WHITE, BLACK].map((color) => ({ kind: ROYAL, color }));
  grow(hasKing(army) ? kings : [], 0);
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
