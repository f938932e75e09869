import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { unwrap } from '../../src/board/result.ts';
import { chess } from '../../src/rules/chess.ts';
import { metachess } from '../../src/rules/metachess.ts';
import { parseMaterial } from '../../src/table/material.ts';
import { changedIn, figuresOf, longestIn, resultsOf } from '../../src/web/tables/atlas.ts';
import { readLine } from '../../src/web/tables/lineCode.ts';
import { materialWords } from '../../src/web/tables/materialWords.ts';
import { randomPosition } from '../../src/web/tables/randomPosition.ts';
import { shownAtlas, type WrittenAtlas } from '../../src/web/tables/shownAtlas.ts';
import { count, moveCount, percent, valueWords } from '../../src/web/tables/valueWords.ts';

const written = JSON.parse(
  await readFile(new URL('../../tables/atlas.json', import.meta.url), 'utf8'),
) as WrittenAtlas;
const atlas = shownAtlas(written);

function materialOf(name: string) {
  return unwrap(parseMaterial(name, metachess)).material;
}

test.each([
  ['KQvk', 'king and queen against king'],
  ['KNNvk', 'king and two knights against king'],
  ['KQRPvk', 'king, queen, rook and pawn against king'],
  ['KNNNvk', 'king and three knights against king'],
  ['KRvkbn', 'king, bishop and knight against king and rook'],
  ['KPPvkp', 'king and two pawns against king and pawn'],
])('%s is %s', (name, words) => {
  expect(materialWords(materialOf(name), metachess.army)).toBe(words);
});

test('distances are said in moves of one side', () => {
  expect(valueWords({ wdl: 1, dtm: 1 })).toBe('wins at once');
  expect(valueWords({ wdl: 1, dtm: 17 })).toBe('wins in 9 moves');
  expect(valueWords({ wdl: -1, dtm: 6 })).toBe('loses in 3 moves');
  expect(valueWords({ wdl: 0, dtm: 0 })).toBe('draws');
  expect(moveCount(2)).toBe('1 move');
});

test.each([0, 7, 999, 1000, 65_536, 1_234_567, 12_345_678_901])('%i has commas', (number) => {
  expect(count(number)).toBe(number.toLocaleString('en'));
});

test('a share that is not quite nothing or all does not look like it', () => {
  expect(percent(1, 100_000)).toBe('<0.1\u00a0%');
  expect(percent(99_999, 100_000)).toBe('>99.9\u00a0%');
  expect(percent(0, 5)).toBe('0\u00a0%');
  expect(percent(5, 5)).toBe('100\u00a0%');
  expect(percent(0, 0)).toBe('–');
});

describe('the figures of an endgame', () => {
  const under = (rules: string, table: string) =>
    figuresOf(atlas, rules).find((figures) => figures.table === table)!;

  test('are the same pairs of results from either side', () => {
    const [ours, theirs] = [under('metachess', 'KNNvk'), under('chess', 'KNNvk')];
    expect(ours.here).toBe(theirs.there);
    expect(ours.there).toBe(theirs.here);
    expect(changedIn(ours)).toBe(changedIn(theirs));
    expect(ours.changes[0]).toMatchObject({ turn: 'white', there: 'draw', here: 'win' });
    expect(theirs.changes[0]).toMatchObject({ turn: 'white', there: 'win', here: 'draw' });
  });

  test('count every position once', () => {
    for (const { here } of figuresOf(atlas, 'metachess')) {
      const { white, drawn, black, all } = resultsOf(here);
      const counted = [here.white, here.black].flatMap((side) => [
        side.wins,
        side.draws,
        side.losses,
      ]);
      expect(white + drawn + black).toBe(all);
      expect(counted.reduce((sum, number) => sum + number, 0)).toBe(all);
    }
  });

  test('have the longest win of either side, and none where nobody wins', () => {
    expect(longestIn(under('metachess', 'KQvk').here)).toBe(17);
    expect(longestIn(under('metachess', 'KBvk').here)).toBe(0);
  });

  test('have every line of moves as it was written', () => {
    for (const [i, study] of written.endgames.entries()) {
      const shown = atlas.endgames[i]!;
      for (const [side, game] of [
        ['ours', metachess],
        ['theirs', chess],
      ] as const) {
        for (const turn of ['white', 'black'] as const) {
          const win = shown[side][turn].longestWin;
          const line = win && readLine(game, win.fen, win.line);
          expect(line).toEqual(study[side][turn].longestWin?.line ?? null);
        }
      }
      for (const [j, { example }] of study.changes.entries()) {
        const { line } = shown.changes[j]!.example;
        const game = example.lineBy === 'ours' ? metachess : chess;
        expect(readLine(game, example.fen, line)).toEqual(example.line);
      }
    }
  });

  test('are none for rules that the atlas leaves out', () => {
    expect(figuresOf(atlas, 'reach5')).toEqual([]);
    expect(figuresOf(undefined, 'metachess')).toEqual([]);
  });
});

test('a random position has the pieces asked for, and the game goes on in it', () => {
  // The digits of a sequence that is random enough, the same every time.
  let seed = 7;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  for (let i = 0; i < 200; i++) {
    const position = randomPosition(metachess, materialOf('KPvkp'), random) as never;
    const pieces = metachess.makeFen(position).split(' ')[0]!.replace(/[\d/]/g, '');
    expect([...pieces].sort().join('')).toBe('KPkp');
    expect(metachess.ending(position)).toBeUndefined();
  }
});
