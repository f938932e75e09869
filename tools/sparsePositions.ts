import { makePiece, type Piece } from '../src/pieces/army.ts';
import { piecesOn } from '../src/position/position.ts';
import type { RuleSet } from '../src/rules/ruleset.ts';
import { random } from './random.ts';

/** Tries for each position: some games are over in most positions of few pieces. */
const TRIES = 300;

/**
 * FENs of random positions of few pieces in which the game goes on: games from there end soon. Of the pieces of the
 * initial position all royal ones, and up to `most` others. Fewer FENs than wanted if they are hard to find.
 */
export function sparseFens(rules: RuleSet, wanted: number, seed: number, most = 6): string[] {
  const number = random(seed);
  const below = (limit: number) => Math.floor(number() * limit);
  const men: readonly Piece[] = piecesOn(rules.start);
  const royals = men.filter(({ kind }) => rules.army[kind]!.royal !== undefined);
  const others = men.filter(({ kind }) => rules.army[kind]!.royal === undefined);
  const fens: string[] = [];
  for (let tries = 0; fens.length < wanted && tries < TRIES * wanted; tries++) {
    const some = Array.from({ length: 1 + below(most) }, () => others[below(others.length)]);
    const placed = [...royals, ...some.filter((piece) => piece !== undefined)];
    const squares = placed.map(() => below(rules.board.size));
    if (new Set(squares).size < squares.length) continue;
    const fen = `${boardField(rules, placed, squares)} ${below(2) === 0 ? 'w' : 'b'} - - 0 1`;
    const read = rules.parseFen(fen);
    if (read.ok && rules.ending(read.value) === undefined) fens.push(fen);
  }
  return fens;
}

function boardField({ board, army }: RuleSet, men: readonly Piece[], squares: readonly number[]) {
  const rows = Array.from({ length: board.ranks }, () => new Array<string>(board.files).fill('.'));
  men.forEach((piece, i) => {
    const [file, rank] = [squares[i]! % board.files, Math.floor(squares[i]! / board.files)];
    rows[board.ranks - 1 - rank]![file] = makePiece(army, piece);
  });
  const texts = rows.map((row) => row.join('').replace(/\.+/g, (empty) => `${empty.length}`));
  return texts.join('/');
}
