import { describe, expect, test } from 'vitest';
import { makeSquare, mirrorFiles } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { makeBoard } from '../../src/notation/fen.ts';
import { BLACK } from '../../src/pieces/army.ts';
import { beginArrangement } from '../../src/play/metamachySetup.ts';
import { pieceAt } from '../../src/position/position.ts';
import { gameOf } from '../games/moves.ts';

const metamachy = gameOf('metamachy');
const arrangement = beginArrangement(metamachy);
const { orders, positionOf } = arrangement;
const starts = orders.map((order) => metamachy.makeFen(positionOf(order)));

/** The array that metamachy.md gives as one of the 24, and the game begins with. */
const EXAMPLE =
  'cm3kg3mc/ernbiqlibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIQLIBNRE/CM3KG3MC w Kk - 0 1';

describe('the arrangement of king, queen, lion and eagle', () => {
  test('is chosen by Black for f12 g12 f11 g11', () => {
    expect(arrangement).toMatchObject({ phase: 'arrangement', turn: BLACK, rules: metamachy });
    const names = arrangement.squares.map((square) => makeSquare(square, metamachy.board));
    expect(names).toEqual(['f12', 'g12', 'f11', 'g11']);
  });

  test('is one of 24, each of the four letters once', () => {
    expect(new Set(starts).size).toBe(24);
    for (const order of orders) expect([...order].sort().join('')).toBe('GKLQ');
  });

  test('has the array of the rules among them', () => {
    expect(metamachy.makeFen(positionOf('KGQL'))).toBe(EXAMPLE);
    expect(starts).toContain(metamachy.makeFen(metamachy.start));
  });

  test('puts the letters on the squares in their order, and White’s on the same files', () => {
    expect(metamachy.makeFen(positionOf('LQGK'))).toBe(
      'cm3lq3mc/ernbigkibnre/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/ERNBIGKIBNRE/CM3LQ3MC w Kk - 0 1',
    );
    for (const start of starts) {
      const rows = start.split(' ')[0]!.split('/');
      const mirrored = rows.toReversed().map((row) => row.toUpperCase());
      expect(
        rows.map((row) => row.toUpperCase()),
        start,
      ).toEqual(mirrored);
    }
  });

  test.each(orders)('%s begins a legal game: White is to move, both kings may leap', (order) => {
    const position = positionOf(order);
    expect(metamachy.makeFen(position)).toMatch(/ w Kk - 0 1$/);
    expect(position.sides.map((side) => side.length)).toEqual([30, 30]);
    expect(metamachy.check(position)).toBe(false);
    expect(metamachy.ending(position)).toBeUndefined();
  });

  test('is one of 12 up to left and right', () => {
    const mirror = mirrorFiles(metamachy.board);
    const classes = new Set(
      orders.map((order) => {
        const position = positionOf(order);
        const reflected = makeBoard(metamachy.start.equipment, (at) =>
          pieceAt(position, mirror[at]!),
        );
        return [metamachy.makeFen(position).split(' ')[0]!, reflected].sort().join(' ');
      }),
    );
    expect(classes.size).toBe(12);
  });

  test('a step settles it', () => {
    const stage = unwrap(arrangement.take('arrange GLKQ'));
    expect(stage).toMatchObject({ phase: 'ready', rules: metamachy });
    expect(stage).toHaveProperty('start', positionOf('GLKQ'));
  });

  test.each([
    '',
    'arrange',
    'arrange KGQ',
    'arrange KGQQ',
    'arrange KGQLR',
    'arrange kgql',
    'arrange K G Q L',
    'arrange KGQL ',
    'Arrange KGQL',
    'place K f12',
    'KGQL',
  ])('no other step does: %j', (step) => {
    expect(arrangement.take(step)).toEqual({
      ok: false,
      problem: {
        code: 'step',
        text: step,
        message: expect.stringContaining("write 'arrange' and the letters K G Q L in any order"),
      },
    });
  });
});
