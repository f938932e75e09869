import { describe, expect, test } from 'vitest';
import { rulesPage } from '../../src/rules/rulesPage.ts';
import { gameOf } from '../games/moves.ts';

function pageOf(game: string): string {
  return rulesPage(gameOf(game));
}

describe('the page of a game', () => {
  test('is that of its parameters', () => {
    expect(pageOf('reach')).toMatch(/Chess without mate.* passes\./);
    expect(pageOf('reach:nomove=chess')).not.toMatch(/without mate|passes\./);
  });

  test.each([
    ['reach', 'nomove: a side without a move passes, or is mated or stalemated. It is pass or chess; usually pass.'],
    ['reach', 'draws: threefold repetition and 50 moves draw as in chess, or never. It is chess or none; usually chess.'],
    ['hutnik', "Q: how the queen moves. It is a movement in Betza's notation of at most 64 characters; usually Q."],
    ['hutnik', 'promote: what a pawn may become in tables; with P it may stay a pawn. It is some of QRBNP; usually QRBN.'],
  ])('%s explains its parameters: %s', (game, line) => {
    expect(pageOf(game)).toContain(`  ${line}`);
  }); // biome-ignore format: a line a parameter

  // What the paper of Reach Chess does not say is decided here.
  test.each([
    ['a pass ends a right to take en passant, as any move does.', ['reach']],
    ['a king is never taken, as in chess,', ['reach']],
    ['threefold repetition and 50 moves without a capture or a pawn move draw a game, as in chess,', ['reach', 'reach:nomove=chess']],
  ])('owns up to a decision of ours: %s', (decision, games) => {
    const text = `The paper leaves this open. Our decision: ${decision}`;
    for (const game of ['reach', 'reach:nomove=chess', 'chess']) {
      expect(pageOf(game).includes(text)).toBe(games.includes(game));
    }
  }); // biome-ignore format: a line a decision

  // So are those of what the page of Hutnik's game leaves open, and of where texts on Metamachy differ.
  test.each([
    ['hutnik', 'three overrules that the page suggests'],
    ['hutnik', 'for any open kind, but not the same movement for the same kind'],
    ['hutnik', 'all open kinds may be agreed on at once'],
    ['hutnik', 'advice on movements is shown, and binds nobody'],
    ['hutnik', 'without i and e'],
    ['hutnik', 'has at most 64 characters'],
    ['hutnik', 'can move somewhere on an empty board'],
    ['hutnik', 'need not take'],
    ['hutnik', 'goes forward to the far rank of its owner'],
    ['hutnik', 'must be accepted if it differs to the left and to the right'],
    ['hutnik', 'White places on rank 1 and Black on rank 8'],
    ['hutnik', 'there is no castling'],
    ['hutnik', 'Black has lost if its king could be taken'],
    ['hutnik', 'stalemate, threefold repetition and 50 moves are as in chess'],
    ['hutnik', 'a regained piece that is taken again can be regained again'],
    ['hutnik', 'a pawn that stays on the last rank never moves again'],
    ['metamachy', 'a prince on the last rank must promote'],
    ['metamachy', 'needs one of the two squares on its way unattacked'],
    ['metamachy', 'with the king on it, its own square empty, and a piece that stands there taken off'],
  ])('of %s says of a decision that it is ours: %s', (game, decision) => {
    const ours = pageOf(game).split('\n').filter((line) => /^\s*Ours, /.test(line));
    expect(ours.filter((line) => line.includes(decision))).toHaveLength(1);
  }); // biome-ignore format: a line a decision

  test('of a game without parameters names none', () => {
    expect(pageOf('chess')).not.toContain('Parameters');
  });

  test.each([
    ['chess', "White's king castles from e1 to g1, its rook going from h1 to f1; Black likewise."],
    ['knightmate', "White's royal knight castles from e1 to c1, its rook going from a1 to d1"],
    ['metamachy', 'A king that has not moved and is not in check may leap to an empty square'],
  ])('%s has special moves: %s', (game, line) => {
    expect(pageOf(game)).toContain(line);
  });

  test('names each square of a goal', () => {
    expect(pageOf('kingofthehill')).toContain(
      'moves a king to d4, e4, d5 or e5 has won (reached).',
    );
  });

  test.each(['shatranj', 'hutnik'])('%s has none', (game) => {
    expect(pageOf(game)).not.toContain('Special moves');
  });

  test('says and shows that a double step is from home only', () => {
    expect(pageOf('chess')).toContain('P  pawn, fmWfceFifmnnD; ifmnnD only from its rank 2;');
    expect(pageOf('chess')).toContain('i goes there only from where it begins');
    expect(pageOf('shatranj')).not.toContain('only from');
  });

  test('shows where a pawn takes en passant', () => {
    const rows = pageOf('chess').split('\n');
    const pawn = rows.findIndex((row) => row.startsWith('P  pawn'));
    expect(rows.slice(pawn + 3, pawn + 6)).toEqual([
      '   . . . . i . . . .',
      '   . . . e m e . . .',
      '   . . . . P . . . .',
    ]);
    expect(pageOf('chess')).toContain('e only takes, en passant too');
  });

  test('explains the marks that it has, and no others', () => {
    expect(pageOf('shatranj')).toMatch(/\no moves or takes there; m only moves; x only takes\.\n/);
    expect(pageOf('metamachy')).toContain('* moves there and goes there over one other piece');
  });

  test('tells what pawns become in tables, and which stock that answers', () => {
    expect(pageOf('hutnik:promote=QP')).toContain(
      'In them a pawn on the last rank becomes queen or may stay. They answer a FEN if a side with pawns has lost just these kinds, one of each for every pawn, and can lose no others.',
    );
    expect(pageOf('hutnik')).toContain('They answer no FEN with pawns that tells what was lost');
    expect(pageOf('chess')).not.toContain('They answer');
  });
});
