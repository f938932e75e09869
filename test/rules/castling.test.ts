import { describe, expect, test } from 'vitest';
import { board8x8, makeSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { findMate } from '../../src/position/mate.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { afterMoves, chessMoves, mateAfter, permitted, read } from './positions.ts';

/** White and Black, short and long: the rook would mate the king on the square that it passes over. */
const throughMetacheck = [
  ['O-O', 'r5k1/8/8/8/8/8/4PPPP/4K2R w K - 0 1', 'e1g1', 'Ra1#'],
  ['O-O-O', '6kr/8/8/8/8/8/1PPPP3/R3K3 w Q - 0 1', 'e1c1', 'Rh1#'],
  ['O-O', '4k2r/4pppp/8/8/8/8/8/R5K1 b k - 0 1', 'e8g8', 'Ra8#'],
  ['O-O-O', 'r3k3/1pppp3/8/8/8/8/8/6KR b q - 0 1', 'e8c8', 'Rh8#'],
] as const;

describe.each(throughMetacheck)('%s through metacheck in %s', (san, fen, uci, reply) => {
  const position = read(fen);

  test('chess allows it', () => {
    expect(chessMoves(position)).toContain(uci);
    expect(permitted(position, chess)).toContain(uci);
  });

  test('it ends on a safe square: no mate there', () => {
    expect(findMate(afterMoves(position, san))).toBeUndefined();
    expect(metachess.permits(afterMoves(position, san))).toBe(true);
  });

  test('metachess forbids it because of a mate on the square passed over, with the rook at home', () => {
    expect(permitted(position)).not.toContain(uci);
    expect(mateAfter(position, san)).toBe(reply);
  });

  test('it is legal once the attacking rook cannot reach the back rank', () => {
    const rookGone = fen.replace(/r5k1|R5K1/, (row) => (row[0] === 'r' ? '6k1' : '6K1'));
    const calm = read(rookGone.replace('6kr/', '6k1/').replace('6KR b', '6K1 b'));
    expect(permitted(calm)).toContain(uci);
  });
});

describe('the position in which castling is judged', () => {
  const refused = read('r5k1/8/8/8/8/8/4PPPP/4K2R w K - 0 1');

  test('has the king in transit, the rook at home and no rights left', () => {
    const move = unwrap(metachess.parseMove(refused, 'O-O'));
    const { at, reply } = metachess.refutation(refused, move)!;
    expect(metachess.makeFen(at)).toBe('r5k1/8/8/8/8/8/4PPPP/5K1R b - - 0 1');
    expect(makeSquare(reply.to, board8x8)).toBe('a1');
  });

  test("keeps the opponent's own right to castle", () => {
    const position = read('r3k3/8/8/8/8/8/4PPPP/4K2R w Kq - 0 1');
    const move = unwrap(metachess.parseMove(position, 'O-O'));
    const found = metachess.refutation(position, move);
    expect(found && metachess.makeFen(found.at)).toBe('r3k3/8/8/8/8/8/4PPPP/5K1R b q - 0 1');
  });

  test('does not matter for a king that walks the same way: it is judged on its square alone', () => {
    expect(permitted(refused)).not.toContain('e1f1');
    const settled = read('r5k1/8/8/8/8/8/4PPPP/6KR w - - 0 1');
    expect(metachess.metacheck(settled)).toBe(true);
  });

  test('counts the rook at home: if it guards against the mate, castling is legal', () => {
    const guarded = read('1q4k1/8/8/8/8/8/2PPPP2/R3K3 w Q - 0 1');
    expect(permitted(guarded)).toContain('e1c1');
    const rookless = read('1q4k1/8/8/8/8/8/2PPPP2/3K4 b - - 0 1');
    expect(metachess.makeSan(rookless, findMate(rookless)!)).toBe('Qb1#');
  });

  test('is not the only one: a mate on the final square forbids castling, too', () => {
    // On g1 Qxh2 mates; on f1 the king would escape by e1.
    const position = read('6k1/2q5/8/8/6n1/8/5PPP/4K2R w K - 0 1');
    expect(chessMoves(position)).toContain('e1g1');
    expect(mateAfter(position, 'O-O')).toBe('Qxh2#');
    expect(permitted(position)).not.toContain('e1g1');
  });
});

describe('the chess rules of castling remain: it is', () => {
  test.each([
    ['out of check', '4r1k1/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['through check', '5rk1/8/8/8/8/8/8/4K2R w K - 0 1'],
    ['into check', '6r1/k7/8/8/8/8/8/4K2R w K - 0 1'],
    ['without the right', '6k1/8/8/8/8/8/8/4K2R w - - 0 1'],
    ['over a piece', '6k1/8/8/8/8/8/8/4KB1R w K - 0 1'],
  ])('not %s', (_, fen) => {
    expect(chessMoves(read(fen))).not.toContain('e1g1');
    expect(permitted(read(fen))).not.toContain('e1g1');
  });

  test('legal if nothing forbids it', () => {
    const position = read('r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1');
    expect(permitted(position)).toEqual(expect.arrayContaining(['e1g1', 'e1c1']));
    expect(permitted({ ...position, turn: 1 })).toEqual(expect.arrayContaining(['e8g8', 'e8c8']));
  });
});

describe('a move that gives chess checkmate', () => {
  test('is legal: no reply exists', () => {
    const position = read('r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1');
    expect(permitted(position)).toContain('a8a1');
  });

  test('but castling that mates is forbidden if it passes through metacheck', () => {
    const position = read('r7/8/8/8/8/5kNP/3P3P/4K2R w K - 0 1');
    const castled = afterMoves(position, 'O-O');
    expect(chess.ending(castled)?.reason).toBe('checkmate');
    expect(mateAfter(position, 'O-O')).toBe('Ra1#');
  });
});
