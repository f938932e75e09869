import { fail, ok, type Result } from '../../board/result.ts';
import { opposite, type Piece } from '../../pieces/army.ts';
import type { Equipment } from '../../pieces/equipment.ts';
import { codeOf } from '../../pieces/mover.ts';
import { checkSetwise } from '../../rules/folding.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import { pathsOfLine } from './paths.ts';
import { shapeOf } from './tableShape.ts';

/**
 * Can the general set solver make this table? Errors: `solver` with a message that says what it does not take.
 */
export function checkGeneral(rules: RuleSet, material: Material): Result<undefined> {
  const why = refusalOf(rules, material);
  if (why === undefined) return ok(undefined);
  return fail('solver', `${material.name}: ${why}`, rules.name);
}

/** Why it does not, or undefined if it does. */
function refusalOf(rules: RuleSet, material: Material): string | undefined {
  const { bar, equipment } = rules.variant;
  if (checkSetwise(rules, material).ok)
    return 'it is made by the set solver of chess and metachess';
  if (bar) return `the set solver knows no sets of what '${bar.name}' forbids`;
  const { blast } = equipment.laws;
  if (blast?.immune.some((kind) => equipment.army[kind]!.royal !== undefined)) {
    return 'the set solver takes no royal piece that survives an explosion';
  }
  const unclear = mayTakeEnPassant(equipment, material.men)
    ? material.men.find((piece) => isUnclear(equipment, piece))
    : undefined;
  if (!unclear) return undefined;
  const { name } = equipment.army[unclear.kind]!;
  return `the ${name} has two ways to one square, of which only one has to do with taking en passant`;
}

/** Placements of tables whose slabs threads share: smaller ones are solved beside one another. */
const SHARED_PLACEMENTS = 1 << 23;

/** How many of `most` threads work on a table together. */
export function generalThreads(rules: RuleSet, material: Material, most: number): number {
  return shapeOf(rules, material).size < SHARED_PLACEMENTS ? 1 : most;
}

/** Pieces' paths and maps of words, a kind and colour each. */
const PIECE_BYTES = 2 << 20;
/** Conversions of this many distances have their places noted, about. */
const DISTANCES = 64;

/**
 * About how many bytes it takes to solve a table, besides the program. `needs`: the tables that it reads, whose codes lie in the same
 * memory.
 */
export function generalBytes(
  rules: RuleSet,
  material: Material,
  needs: readonly Material[],
): number {
  const shape = shapeOf(rules, material);
  const targets = needs.reduce((sum, each) => sum + 4 * shapeOf(rules, each).size, 0);
  const pieces = PIECE_BYTES * material.men.length * shape.words;
  const places = 4 * 8 * DISTANCES * shape.slabs * shape.planes;
  const sets = setsAtOnce(rules, material) * shape.slabs * shape.slabBytes;
  return sets + 4 * shape.size + places + targets + pieces;
}

/** The most sets of one side that a solve keeps at once (solve.ts): while positions are found, before the first ply, or in plies. */
function setsAtOnce({ variant }: RuleSet, { men }: Material): number {
  const { goal, stuck, equipment, bareRoyalLoses, extinction } = variant;
  const { mustCapture, noChecks } = equipment.laws;
  const passes = stuck === 'pass' || stuck.free === 'pass';
  const count = (sets: number, isNeeded: unknown) => (isNeeded ? sets : 0);
  const over = count(6, goal || bareRoyalLoses || extinction);
  const found = 13 + over + count(6, goal) + count(2, passes);
  const begun = 20 + over + count(4, mustCapture) + count(2, passes);
  const edges = mayTakeEnPassant(equipment, men) ? 6 + men.length : count(6, passes);
  const plies = 20 + edges + count(4, passes) + count(2, noChecks) + count(2, mustCapture);
  return Math.max(found, begun, plies);
}

/** Can a piece of one side take one of the other en passant? */
export function mayTakeEnPassant(equipment: Equipment, men: readonly Piece[]): boolean {
  const takes = ({ kind, color }: Piece) =>
    equipment.mover(codeOf({ kind, color })).passants.some((squares) => squares.length > 0);
  return men.some(
    (piece) =>
      linesOf(equipment, piece).some(({ line }) => line.passed.length > 0) &&
      men.some((other) => other.color === opposite(piece.color) && takes(other)),
  );
}

/**
 * Does a piece give the right to take it en passant by one way to a square, and not by another, or may it both take so and move to a
 * square? Then the moves of a position with that right are not those without it and one more.
 */
function isUnclear(equipment: Equipment, piece: Piece): boolean {
  const lines = linesOf(equipment, piece).filter(({ line }) => line.moves);
  const ways = lines.flatMap(({ from, line }) =>
    pathsOfLine(from, line).map(({ to }) => ({ key: `${from} ${to}`, passed: line.passed.length })),
  );
  const { passants } = equipment.mover(codeOf(piece));
  const taking = new Set(passants.flatMap((squares, from) => squares.map((to) => `${from} ${to}`)));
  if (ways.some(({ key }) => taking.has(key))) return true;
  const gives = new Map(ways.map(({ key, passed }) => [key, passed]));
  return ways.some(({ key, passed }) => gives.get(key) !== passed);
}

function linesOf(equipment: Equipment, piece: Piece) {
  return equipment
    .mover(codeOf(piece))
    .lines.flatMap((lines, from) => lines.map((line) => ({ from, line })));
}
