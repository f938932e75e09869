import type { SmallGame } from './fairyTables.ts';

/** The head of a game on a small board, without what needs more room. */
const small = (name: string, parent: string, files: number, ranks: number, more: string) => `
[${name}:${parent}]
maxFile = ${files}
maxRank = ${ranks}
castling = false
doubleStep = false
promotionRegionWhite = *${ranks}
promotionRegionBlack = *1
${more}
`;

const squares = (files: string, ...ranks: number[]) =>
  ranks.flatMap((rank) => [...files].map((file) => `${file}${rank}`));

const has = (rows: readonly string[], letter: string) => rows.some((row) => row.includes(letter));

const noMen = (rows: readonly string[]) => {
  const men = rows.join('');
  return !/[A-Z]/.test(men) || !/[a-z]/.test(men);
};

const noKing = (rows: readonly string[]) => !has(rows, 'K') || !has(rows, 'k');

/** Those of the men that stand on these squares. */
const on = (rows: readonly string[], names: readonly string[]) =>
  names.map((name) => rows[rows.length - Number(name[1])]!['abcdef'.indexOf(name[0]!)]!).join('');

const inside = (...ranks: number[]) => ({
  P: squares('abcd', ...ranks),
  p: squares('abcd', ...ranks),
});

interface Small {
  readonly size?: readonly [files: number, ranks: number];
  readonly tables: readonly string[];
  readonly more?: string;
  readonly stands?: Exclude<SmallGame['stands'], undefined>;
  readonly over?: Exclude<SmallGame['over'], undefined>;
  readonly answered?: true;
}

let count = 0;

function game(parent: string, { size = [4, 4], tables, more = '', ...rest }: Small): SmallGame {
  const [files, ranks] = size;
  const empty = `/${files}`.repeat(ranks - 2);
  const start = `startFen = k${files - 1}${empty}/K${files - 1} w - - 0 1`;
  count++;
  const ini = small(`small-${count}-${parent}`, parent, files, ranks, `${start}\n${more}`);
  return { ini, files, ranks, tables, ...rest };
}

/** A king that is a piece as others are. */
const commoners = 'king = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionValue = loss\n';

/** The most telling ones first. */
export const smallGames: readonly SmallGame[] = [
  game('antichess', {
    tables: ['RNvk', 'Pvp'],
    stands: inside(2, 3),
    over: noMen,
    more: 'promotionPieceTypes = nk',
  }),
  game('racingkings', {
    size: [3, 5],
    tables: ['KRvk', 'Kvkr'],
    more: 'flagRegion = *5',
    answered: true,
    over: ([last]) => /k/i.test(last!),
  }),
  game('atomic', { tables: ['KQvk'], over: noKing }),
  game('chess', { tables: ['KRvk'] }),
  game('chess', {
    size: [3, 4],
    tables: ['KPvk', 'KPvkp'],
    stands: inside(2, 3),
    more: 'promotionPieceTypes = r',
  }),
  game('antichess', {
    size: [3, 4],
    tables: ['RNvkb', 'RPvk', 'RRvkn', 'KKvkk', 'NPvp'],
    stands: inside(2, 3),
    over: noMen,
    more: 'promotionPieceTypes = nk',
  }),
  game('antichess', { tables: ['Rvn', 'Rvb', 'KNvp'], stands: inside(2, 3), over: noMen }),
  game('atomic', {
    size: [3, 4],
    tables: ['KNvkn', 'KPvkp', 'KRRvk'],
    stands: inside(2, 3),
    more: 'promotionPieceTypes = r',
    over: noKing,
  }),
  game('nocheckatomic', { size: [3, 4], tables: ['KRvkr', 'KQvk'], over: noKing }),
  game('atomic', {
    size: [3, 4],
    tables: ['KRvkn', 'KPvkr'],
    stands: inside(2, 3),
    more: 'promotionPieceTypes = r\nblastImmuneTypes = n',
    over: noKing,
  }),
  game('kingofthehill', {
    tables: ['Kvk', 'KRvk', 'KNvk'],
    more: 'flagRegion = b2 c2 b3 c3',
    over: (rows) => /k/i.test(on(rows, squares('bc', 2, 3))),
  }),
  game('racingkings', {
    size: [3, 5],
    tables: ['Kvk', 'KRvkn', 'KNvkr'],
    more: 'flagRegion = *5',
    answered: true,
    over: ([last]) => /k/i.test(last!),
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvkr'],
    more: 'extinctionPieceTypes = r\nextinctionValue = loss',
    over: (rows) => !has(rows, 'R') || !has(rows, 'r'),
  }),
  game('chess', { tables: ['KRvk', 'KQvk'], more: 'checkmateValue = win\nstalemateValue = win' }),
  game('chess', { size: [3, 4], tables: ['KQvk', 'KRvkn'], more: 'stalemateValue = loss' }),
  game('chess', { size: [3, 4], tables: ['KRvk', 'KRvkn', 'KQvkr'], more: 'mustCapture = true' }),
  game('chess', {
    size: [3, 4],
    tables: ['KQvk', 'KPvk', 'KNvkp'],
    stands: inside(2, 3),
    more: 'passOnStalemate = true',
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvk', 'KRvkr'],
    more: `${commoners}extinctionPseudoRoyal = true`,
    over: noKing,
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvk', 'KRvkr', 'KKvk', 'KNvkk'],
    more: commoners,
    over: noKing,
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvk', 'KRvkn', 'KQvkr'],
    more: 'checking = false\nstalemateValue = loss',
  }),
  game('chess', {
    size: [3, 5],
    tables: ['KPvk', 'KPvkp'],
    stands: inside(2, 3, 4),
    more: 'promotionPieceTypesWhite = r\npromotionPieceTypesBlack = n\ndoubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *4',
  }),
  game('chess', {
    tables: ['KPvk'],
    stands: { P: squares('abcd', 2, 3, 4), p: squares('abcd', 1, 2, 3) },
    more: 'mandatoryPawnPromotion = false\npromotionRegionWhite = *3 *4\npromotionRegionBlack = *2 *1\nstalemateValue = loss',
  }),
  game('chess', {
    size: [4, 5],
    tables: ['KRvk', 'KQvk', 'Kvkr'],
    stands: { K: squares('abc', 1, 2), k: squares('abc', 4, 5) },
    more: 'mobilityRegionWhiteKing = a1 b1 c1 a2 b2 c2\nmobilityRegionBlackKing = a4 b4 c4 a5 b5 c5\nstalemateValue = loss',
  }),
  game('chess', {
    tables: ['KRvk', 'Kvkr', 'KNvkn'],
    more: 'flagPieceWhite = k\nflagPieceBlack = *\nflagRegionWhite = *4\nflagRegionBlack = a1',
    over: (rows) => has(rows.slice(0, 1), 'K') || /[a-z]/.test(on(rows, ['a1'])),
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvkr', 'KNvkr'],
    more: 'flagPiece = *\nflagPieceCount = 2\nflagRegionWhite = *4\nflagRegionBlack = *1',
    over: (rows) => /[A-Z].*[A-Z]/.test(rows[0]!) || /[a-z].*[a-z]/.test(rows.at(-1)!),
  }),
  game('chess', {
    tables: ['KRvk', 'Kvk'],
    more: 'flagPiece = k\nflagPieceSafe = true\nflagRegionWhite = *4\nflagRegionBlack = *1',
    answered: true,
    over: (rows) => has(rows.slice(0, 1), 'K') || has(rows.slice(-1), 'k'),
  }),
  game('chess', {
    tables: ['KRvk', 'Kvk'],
    more: 'flagPiece = k\nflagMove = true\nflagRegionWhite = *4\nflagRegionBlack = *1',
    answered: true,
    over: (rows) => has(rows.slice(0, 1), 'K') || has(rows.slice(-1), 'k'),
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KNvkr', 'KRvkr'],
    more: 'flagPiece = r\nflagMove = true\nflagRegionWhite = *4\nflagRegionBlack = *1',
    answered: true,
    over: (rows) => has(rows.slice(0, 1), 'R') || has(rows.slice(-1), 'r'),
  }),
  game('breakthrough', {
    size: [3, 4],
    tables: ['Pvp'],
    more: 'startFen = 1p1/3/3/1P1 w - - 0 1\nflagRegionWhite = *4\nflagRegionBlack = *1',
    over: (rows) => noMen(rows) || has(rows.slice(0, 1), 'P') || has(rows.slice(-1), 'p'),
  }),
  game('chess', {
    tables: ['KAvk', 'KCvk', 'KDvk', 'KHvk'],
    more: 'customPiece1 = a:mRcpR\ncustomPiece2 = c:fRbF2\ncustomPiece3 = d:NWfA\ncustomPiece4 = h:nNmD\npromotionPieceTypes = -\npawn = -',
  }),
  game('chess', {
    size: [3, 4],
    tables: ['KRvkn', 'KNvkn'],
    more: 'stalemateValue = loss\nextinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\nextinctionOpponentPieceCount = 2\nextinctionClaim = true',
  }),
  game('losers', { size: [3, 4], tables: ['KRvkr', 'KNvkr'] }),
];
