// Published counts of tables of games other than chess: of the whole board, without symmetry, by a brute-force program
// that shares nothing with this one.

/** `wins / draws / losses, longest win, longest loss` in plies, with a dash where there is none, for each side to move. */
type Sides = readonly [white: string, black: string];

/** The table KXvk of a game that ends as chess does, on a board of files x ranks. */
export type OnBoard = readonly [size: string, movement: string, piece: string, ...Sides];

/** That game as the text of a variants.ini. */
export function oneOnBoard(size: string, movement: string): string {
  const [files, ranks] = size.split('x').map(Number) as [number, number];
  return `
[figures]
maxFile = ${files}
maxRank = ${ranks}
king = k
customPiece1 = x:${movement}
startFen = k${files - 1}${`/${files}`.repeat(ranks - 2)}/K${files - 1} w - - 0 1
`;
}

export const onBoards: readonly OnBoard[] = [
  ['4x4', 'R', 'rook', '1312 / 0 / 0, 13, -', '0 / 612 / 1572, -, 14'],
  ['5x5', 'Q', 'queen', '4976 / 0 / 0, 11, -', '0 / 2480 / 8008, -, 12'],
  ['6x6', 'R', 'rook', '25440 / 0 / 0, 23, -', '0 / 5652 / 29708, -, 24'],
  ['7x7', 'K', 'commoner', '83040 / 0 / 0, 29, -', '0 / 11912 / 83968, -, 30'],
  ['8x8', 't[FR]', 'gryphon', '149992 / 0 / 0, 17, -', '0 / 22772 / 201172, -, 18'],
  ['8x8', 'KNAD', 'lion', '163460 / 0 / 0, 9, -', '0 / 22224 / 201720, -, 10'],
  ['8x8', 'C', 'camel', '0 / 208544 / 0, -, -', '0 / 223944 / 0, -, -'],
  ['8x8', 'RN', 'chancellor', '156720 / 0 / 0, 21, -', '0 / 23052 / 200892, -, 22'],
  ['8x8', 'QN', 'amazon', '126060 / 0 / 0, 7, -', '0 / 22880 / 201064, -, 8'],
  ['8x8', 'K', 'commoner', '200424 / 0 / 0, 35, -', '0 / 22208 / 201736, -, 36'],
  ['9x9', 'Q', 'queen', '318752 / 0 / 0, 21, -', '0 / 38944 / 430000, -, 22'],
  ['9x10', 'R', 'rook', '529240 / 0 / 0, 37, -', '0 / 47968 / 603232, -, 38'],
  ['10x8', 'Q', 'queen', '306404 / 0 / 0, 21, -', '0 / 37848 / 413304, -, 22'],
  ['10x8', 'RN', 'chancellor', '330496 / 0 / 0, 25, -', '0 / 37860 / 413292, -, 26'],
  ['10x10', 'R', 'rook', '742080 / 0 / 0, 41, -', '0 / 60564 / 842604, -, 42'],
];

/** The same on the board that takes longest. */
export const onLargestBoard: OnBoard = [
  '11x11',
  'Q',
  'queen',
  '1191120 / 0 / 0, 27, -',
  '0 / 93368 / 1534552, -, 28',
];

/** A table of a game; of Reach Chess also `wins / draws / losses` of what only a pass leads to, counted apart. */
export type OfGame = readonly [game: string, table: string, ...Sides, afterPass?: string];

/** The bare kings first, which are below all others. All but KPvk were confirmed by a second, unrelated program. */
export const reachOfThree: readonly OfGame[] = [
  [
    'reach',
    'Kvk',
    '1524 / 198 / 1018, 23, 22',
    '1524 / 198 / 1018, 23, 22',
    '0 / 0 / 0; 0 / 0 / 0',
  ],
  [
    'reach',
    'KQvk',
    '95308 / 0 / 0, 3, -',
    '23540 / 1162 / 123684, 23, 20',
    '142 / 0 / 0; 0 / 0 / 0',
  ],
  [
    'reach',
    'KPvk',
    '93306 / 4836 / 24646, 23, 22',
    '46276 / 6670 / 73946, 23, 24',
    '0 / 0 / 0; 0 / 0 / 0',
  ],
  [
    'reach',
    'KNvk',
    '118240 / 458 / 16270, 21, 14',
    '42042 / 1914 / 104430, 23, 22',
    '0 / 0 / 0; 0 / 0 / 0',
  ],
];

export const metamachyOfThree: readonly OfGame[] = [
  ['metamachy', 'KQvk', '2090220 / 0 / 0, 29, -', '0 / 135592 / 2644768, -, 30'],
  ['metamachy', 'KRvk', '2360160 / 0 / 0, 49, -', '0 / 133860 / 2646500, -, 50'],
  ['metamachy', 'KGvk', '2076840 / 0 / 0, 27, -', '0 / 135092 / 2645268, -, 28'],
  ['metamachy', 'KCvk', '0 / 2772440 / 0, -, -', '0 / 2780360 / 0, -, -'],
  ['metamachy', 'KMvk', '0 / 2673760 / 0, -, -', '0 / 2780360 / 0, -, -'],
];

export const ofFour: readonly OfGame[] = [
  ['shatranj', 'KNvkn', ...both('2101380 / 10389632 / 44244, 21, 20')],
  ['shatranj', 'KRvkn', '5211020 / 5521268 / 48440, 53, 4', '2154212 / 9016092 / 1364952, 5, 54'],
  ['shatranj', 'KFvkf', ...both('3756844 / 8025284 / 1210872, 63, 62')],
  ['reach', 'KRvkr', ...both('5449470 / 9656 / 816264, 31, 30'), '1236 / 0 / 2; 1236 / 0 / 2'],
  ['reach', 'KNvkn', ...both('4967914 / 14530 / 2212076, 27, 28'), '4 / 0 / 0; 4 / 0 / 0'],
  [
    'reach',
    'KQvkp',
    '4406514 / 0 / 16288, 11, 4',
    '1847166 / 25566 / 4654446, 25, 24',
    '6214 / 0 / 0; 0 / 0 / 0',
  ],
];

/** The figures of a table whose sides have the same men. */
function both(side: string): Sides {
  return [side, side];
}
