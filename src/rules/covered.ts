import { fail, ok, type Result } from '../board/result.ts';
import { BLACK, type Color, ROYAL, WHITE } from '../pieces/army.ts';
import { codeOf, kindOf } from '../pieces/mover.ts';
import type { Position } from '../position/position.ts';
import type { RuleSet } from './ruleset.ts';

/** The position as tables hold it: see {@link RuleSet.inTables}. */
export function inTables(rules: RuleSet, position: Position): Result<Position> {
  if (rules.rights(position) === 'permanent') {
    const [what] = position.equipment.specials;
    const rights = what?.kind === 'leap' ? "rights to a king's leap" : 'castling rights';
    return fail('castling', `tables hold no positions with ${rights}`, rules.makeFen(position));
  }
  if (!position.stock) return ok(position);
  for (const color of [WHITE, BLACK] as const) {
    const fits = checkStock(rules, position, color);
    if (!fits.ok) return fits;
  }
  return ok({ ...position, stock: undefined });
}

/**
 * In a table a pawn may become what the game's army says; in play, what its side has lost so far, or stay a pawn. A table
 * is exact if both are the same, if there is one of each kind for every pawn, and if nothing else can be lost any more.
 */
function checkStock(rules: RuleSet, position: Position, color: Color): Result<undefined> {
  const { sides, stock } = position;
  const { army } = position.equipment;
  const pawn = army.findIndex((kind) => kind.pawn);
  const own = sides[color].map((piece) => kindOf(piece >> 8));
  const pawns = own.filter((kind) => kind === pawn).length;
  if (pawns === 0) return ok(undefined);
  const countOf = (kind: number) => stock![codeOf({ kind, color })]!;
  const lost = army.map((_, kind) => kind).filter((kind) => countOf(kind) > 0);
  const letters = (kinds: readonly number[]) =>
    kinds.map((kind) => army[kind]!.letter).join('') || 'nothing';
  const side = color === WHITE ? 'White' : 'Black';
  const refuse = (why: string) =>
    fail('stock', `no table of ${rules.name} fits: ${why}`, letters(lost));
  const { promotions: allowed, mayStay } = army[pawn]!;
  if (!mayStay || letters(lost) !== letters(allowed)) {
    const way = `tables for that have promote=${lost.length > 0 ? letters(lost) : ''}P`;
    const stays = mayStay ? 'or stay pawns' : 'and may not stay pawns';
    return refuse(
      `its pawns become ${letters(allowed)} ${stays}, and ${side} has lost ${letters(lost)}: ${way}`,
    );
  }
  const more = own.find((kind) => kind !== ROYAL && kind !== pawn && !lost.includes(kind));
  if (more !== undefined) {
    return refuse(`${side} may still lose a ${army[more]!.name}, which a pawn could then become`);
  }
  const few = lost.find((kind) => countOf(kind) < pawns);
  if (few === undefined) return ok(undefined);
  return refuse(`${side} has ${pawns} pawns, and has lost only ${countOf(few)} ${army[few]!.name}`);
}
