import type { ListedCoding } from '../../../src/format/planes/coding.ts';

/** What no table of three men, two of them White's, can say of its planes. */
export const impossibleListings: readonly [string, Partial<Record<keyof ListedCoding, unknown>>][] =
  [
    ['whose ranks are missing', { ranks: undefined }],
    ['whose ranks are of one side', { ranks: [[0]] }],
    [
      'whose ranks lack a draw',
      {
        ranks: [
          [-1, 2],
          [-1, 0, 2],
        ],
      },
    ],
    ['whose ranks are not in order', { ranks: [[0, 2, 4], [0]] }],
    ['whose ranks repeat', { ranks: [[0, 2, 2], [0]] }],
    ['whose ranks are no numbers', { ranks: [['0'], [0]] }],
    ['with a rank of no position', { ranks: [[-32768, 0], [0]] }],
    ['with a rank too far', { ranks: [[-32767, 0], [0]] }],
    [
      'with more ranks than a byte has',
      { ranks: [Array.from({ length: 255 }, (_, i) => (i === 0 ? 0 : 256 - i)), [0]] },
    ],
    ['whose pieces are one', { row: 1, lane: 1 }],
    ['with a piece that it has not', { row: 3 }],
    ['whose two pieces are of the side that is coded first', { row: 0, lane: 1, first: 0 }],
    ['of a third colour', { first: 2 }],
    ['that does not say if kings are guarded', { guarded: undefined }],
  ];
