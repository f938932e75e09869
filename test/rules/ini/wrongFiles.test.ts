import { describe, expect, test } from 'vitest';
import { checkVariants, parseVariants } from '../../../src/rules/ini/parseVariants.ts';

const kings = 'king = k\nrook = r';
const small = `maxRank = 5\nmaxFile = 5\n${kings}\nstartFen = k4/5/5/5/4K w - - 0 1`;

/** What is wrong, the text, and how the first message begins. */
const wrongFiles: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'line 1: there is no game'],
  ['comments alone', '# nothing\n; here', 'line 1: there is no game'],
  ['a binary file', '[x]\nking = k\0', 'line 2: this is no text: it has the character U+0000'],
  ['bytes that are no text', '[x]\n\ufffd', 'line 2: this is no text'],
  ['10 MB', '#'.repeat(10e6), 'line 1: a file has at most 1048576 bytes'],
  ['2 bytes a letter', '#'.concat('é'.repeat(600_000)), 'line 1: a file has at most 1048576 bytes'],
  ['a long line', `[x]\n#${'x'.repeat(20_000)}`, 'line 2: a line has at most 16384 characters'],
  ['501 sections', '[a]\n'.repeat(501), 'line 501: a file has at most 500 sections'],
  ['a key before a section', 'king = k\n[x]', "line 1: 'king = k' is in no section"],
  ['an open section', '[x:chess', "line 1: '[x:chess' is no section"],
  ['two colons', '[x:chess:y]', "line 1: '[x:chess:y]' is no section"],
  ['no parent', '[x:]', "line 1: '[x:]' is no section"],
  ['no name', '[:chess]', "line 1: '[:chess]' is no section"],
  ['words after a section', '[x:chess] king', "line 1: '[x:chess] king' is no section"],
  ['a line without =', '[x:chess]\nmustCapture', "line 2: 'mustCapture' is no rule"],
  ['no key', '[x:chess]\n= true', "line 2: '= true' is no rule"],
  ['no value', '[x:chess]\nmustCapture =', "line 2: 'mustCapture' has no value"],
  ['a section twice', '[x:chess]\n[x:chess]', 'line 2: there is a section [x] at line 1'],
  [
    'an unknown key',
    '[x:chess]\nmustCaptur = true',
    "line 2: 'mustCaptur' is not a key of variants.ini: did you mean mustCapture?",
  ],
  ['a key like none', '[x:chess]\nzzzz = 1', "line 2: 'zzzz' is not a key of variants.ini"],
  ['customPiece26', '[x:chess]\ncustomPiece26 = a:N', "line 2: 'customPiece26' is not a key"],
  ['a built-in name', '[chess]\nking = k', 'line 1: there is a built-in game chess: choose'],
  ['a name built in as a section', '[atomic:chess]', 'line 1: there is a built-in game atomic'],
  ['capitals in a name', '[Big:chess]', "line 1: 'Big' is no name of a game: small letters"],
  ['a space in a name', '[my game:chess]', "line 1: 'my game' is no name of a game"],
  ['a name that is a path', '[../../etc:chess]', "line 1: '../../etc' is no name of a game"],
  ['an address of the server', '[tables:chess]', "line 1: 'tables' is an address of the server"],
  ['a long name', `[${'a'.repeat(33)}:chess]`, `line 1: '${'a'.repeat(33)}' is no name`],
  ['its own parent', '[x:x]', 'line 1: its parents go in a circle: x from x'],
  ['circular parents', '[x:y]\n[y:x]', 'line 1: its parents go in a circle: x from y from x'],
  [
    'an unknown parent',
    '[x:ches]',
    "line 1: there is no game 'ches' to be its parent: did you mean chess?",
  ],
  ['hutnik as a parent', '[x:hutnik]', 'line 1: hutnik cannot be a parent: its pawns'],
  ['metamachy as a parent', '[x:metamachy]', 'line 1: metamachy cannot be a parent: its king'],
  ['18 parents', parents(18), 'line 18: a game has at most 16 parents'],
  ['no pieces', '[x]\nmustCapture = true', 'line 1: the game has no pieces: name some'],
  [
    'no royal and no goal',
    '[x]\nrook = r\ncastling = false',
    'line 1: nobody can win: the game has no goal',
  ],
  [
    'two kings a side',
    `${start('rkk5/8/8/8/8/8/8/KK5R')}`,
    'line 5: startFen: each side needs exactly one king',
  ],
  [
    'a board of two files',
    '[x:chess]\nmaxFile = 2',
    "line 2: maxFile: '2' is not a file from 3 to 16 or from c to p",
  ],
  [
    'a board of 17 ranks',
    '[x:chess]\nmaxRank = 17',
    "line 2: maxRank: '17' is not a rank from 3 to 16",
  ],
  ['half a rank', '[x:chess]\nmaxRank = 7.5', "line 2: maxRank: '7.5' is not a rank"],
  [
    'a start on another board',
    `[x]\n${small.replace('5/5/5/', '5/5/')}`,
    'line 6: startFen: the board has 5 ranks, not 4',
  ],
  [
    'a start of a wide rank',
    `[x]\n${small.replace('k4/', 'k5/')}`,
    'line 6: startFen: rank 5 has 6 squares, not 5',
  ],
  [
    'a start with unknown pieces',
    `[x]\n${small.replace('k4', 'kz3')}`,
    "line 6: startFen: unknown piece 'z'",
  ],
  [
    'a start with pieces in hand',
    `[x]\n${small.replace('4K ', '4K[Rr] ')}`,
    "line 6: startFen: '[Rr]': pieces in hand",
  ],
  [
    'a start with walls',
    `[x]\n${small.replace('/5/5/5/', '/5/*4/5/')}`,
    "line 6: startFen: '*' in the board: walls",
  ],
  [
    'neither true nor false',
    '[x:chess]\nmustCapture = yes',
    "line 2: mustCapture: 'yes' is not true or false",
  ],
  [
    'a wrong outcome',
    '[x:chess]\nstalemateValue = lost',
    "line 2: stalemateValue: 'lost' is not win, loss or draw",
  ],
  [
    'a wrong number',
    '[x:chess]\nnMoveRule = -1',
    "line 2: nMoveRule: '-1' is not a whole number from 0 to 1000",
  ],
  [
    'a square beyond the board',
    '[x:chess]\nflagRegion = i9',
    "line 2: flagRegion: 'i9' is not on the board, which has 8 files and 8 ranks",
  ],
  [
    'a rank beyond the board',
    '[x:chess]\nflagRegion = *9',
    "line 2: flagRegion: '*9' is not on the board",
  ],
  [
    'no square',
    '[x:chess]\nflagRegion = 4d',
    "line 2: flagRegion: '4d' is no square: write squares such as d4",
  ],
  ['all squares', '[x:chess]\nflagRegion = **', "line 2: flagRegion: '**' is no square"],
  [
    'a kind that it does not have',
    '[x:chess]\nflagPiece = z',
    "line 2: flagPiece: the game has no kind 'z': kinds are p n b r q k",
  ],
  [
    'two kinds where there is one',
    '[x:chess]\nflagPiece = kq',
    "line 2: flagPiece: 'kq' is not the letter of a kind, or * for all",
  ],
  [
    'all kinds where that says nothing',
    '[x:chess]\npromotionPieceTypes = *',
    "line 2: promotionPieceTypes: the game has no kind '*'",
  ],
  ['a letter that is none', '[x:chess]\nrook = 7', "line 2: rook: '7' is not a letter such as r"],
  [
    'two kinds of one letter',
    '[x]\nking = k\nrook = r\nqueen = r',
    'line 4: queen: the letter r is already that of rook',
  ],
  [
    'a movement of a rook',
    '[x:chess]\nrook = r:RF',
    'line 2: rook: a rook has the movement that its name says: write customPiece1 = r:RF',
  ],
  [
    'a custom piece that does not move',
    '[x:chess]\ncustomPiece1 = a',
    "line 2: customPiece1: 'a' has no movement: write it after a colon",
  ],
  [
    'an unknown letter of a movement',
    '[x:chess]\ncustomPiece1 = a:RX',
    "line 2: customPiece1: RX: 'X' at character 2: atoms are",
  ],
  [
    'L, which is read in two ways',
    '[x:chess]\ncustomPiece1 = a:L',
    "line 2: customPiece1: L: 'L' at character 1: sources disagree",
  ],
  [
    'a leap beyond the board',
    `[x]\n${small}\ncustomPiece1 = a:(5,0)`,
    'line 7: customPiece1: (5,0): a leap of (5,0) is beyond a board',
  ],
  [
    'a king for pawns',
    '[x:chess]\npromotionPieceTypes = qk',
    'line 2: promotionPieceTypes: nothing becomes a king: leave out k',
  ],
  ['pawns for pawns', '[x:chess]\npromotionPieceTypes = qp', 'line 1: a pawn becomes one again'],
  [
    'blasts with a king',
    '[x:chess]\nblastOnCapture = true',
    'line 2: blastOnCapture: not with a king, which is never taken',
  ],
  [
    'more pieces than squares',
    '[x:chess]\nflagRegion = d4\nflagPieceCount = 2',
    'line 3: flagPieceCount: 2 pieces have no room on 1 squares',
  ],
  [
    'one side that passes',
    '[x:chess]\npassOnStalemateWhite = true',
    'line 2: passOnStalemate: for one side only it is not supported',
  ],
  [
    'the last of all as royal',
    '[x:chess]\nextinctionPieceTypes = *\nextinctionPseudoRoyal = true',
    'line 2: extinctionPieceTypes: * is not supported with extinctionPseudoRoyal',
  ],
  [
    'kinds that are gone',
    '[x:extinction]\nqueen = -',
    'line 1: its parent extinction: extinctionPieceTypes: the game has no queen any more',
  ],
  [
    'a fold of one',
    '[x:chess]\nnFoldRule = 1',
    'line 2: nFoldRule: a position occurs 2 times or more',
  ],
  [
    'a bar without a king',
    '[x:antichess]\nforbidMateInOne = true',
    'line 2: forbidMateInOne: the game has no king',
  ],
  [
    'a bar with laws',
    '[x:metachess]\nmustCapture = true',
    'line 1: its parent metachess: forbidMateInOne: not with mustCapture',
  ],
  [
    'a bar and passing',
    '[x:metachess]\npassOnStalemate = true',
    'line 1: x has a bar and passes: not both',
  ],
  [
    'a long title',
    `[x:chess]\ntitle = ${'x'.repeat(201)}`,
    'line 2: title: a text has at most 200 characters, not 201',
  ],
  [
    'a name of no kind',
    '[x:chess]\npieceNames = q',
    "line 2: pieceNames: 'q' is no name of a kind",
  ],
  [
    'castling that goes nowhere',
    '[x:chess]\ncastlingKingsideFile = e',
    'line 2: castling: the king would stay where it is',
  ],
];

describe('a file that is wrong is refused, and its line told:', () => {
  test.each(wrongFiles)('%s', (_, text, message) => {
    const read = parseVariants(text);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.problem.code).toBe('variants');
    expect(read.problem.message.slice(0, message.length)).toBe(message);
    expect(read.problem.message).not.toMatch(/[\n\r]/);
  });
});

/** Keys whose rules are not known here, with a value that would change a game. */
const unsupported: Readonly<Record<string, string>> = {
  chess960: 'true', twoBoards: 'true', sittuyinPromotion: 'true', promotionLimit: 'q:1',
  promotedPieceType: 'n:q', piecePromotionOnCapture: 'true', mandatoryPiecePromotion: 'true',
  pieceDemotion: 'true', mutuallyImmuneTypes: 'q', petrifyOnCaptureTypes: 'q',
  petrifyBlastPieces: 'true', pieceDrops: 'true', capturesToHand: 'true', immobilityIllegal: 'true',
  gating: 'true', seirawanGating: 'true', cambodianMoves: 'true', wallingRule: 'duck',
  wallOrMove: 'true', diagonalLines: 'd4', pass: 'true', passWhite: 'true', passBlack: 'true',
  makpongRule: 'true', flyingGeneral: 'true', flipEnclosedPieces: 'reversi', nFoldValue: 'loss',
  perpetualCheckIllegal: 'true', moveRepetitionIllegal: 'true', chasingRule: 'axf',
  stalematePieceCount: 'true', shogiPawnDropMateIllegal: 'true', shatarMateRule: 'true',
  bikjangRule: 'true', dupleCheck: 'true', flagPieceBlockedWin: 'true', checkCounting: 'true',
  connectN: '4', connectNxN: '2', collinearN: '3', connectRegion1White: '*1',
  connectRegion2Black: '*8', materialCounting: 'janggi', adjudicateFullBoard: 'true',
  countingRule: 'makruk', castlingWins: 'q',
}; // biome-ignore format: one table

test.each(Object.entries(unsupported))('%s = %s is refused by name', (key, value) => {
  const [report] = checkVariants(`[x:chess]\n${key} = ${value}`);
  expect(report!.rules).toBeUndefined();
  expect(report!.problems).toMatchObject([{ line: 2, key }]);
  expect(report!.problems[0]!.message).toContain(`${key} = ${value} is not supported: it needs `);
});

test('janggi cannons and soldiers that promote are refused, other soldiers are not', () => {
  expect(parseVariants('[x:chess]\njanggiCannon = c').ok).toBe(false);
  expect(parseVariants('[x:chess]\nsoldier = s\nsoldierPromotionRank = 5').ok).toBe(false);
  expect(parseVariants('[x:chess]\nsoldier = s').ok).toBe(true);
  expect(parseVariants('[x:chess]\nsoldierPromotionRank = 5').ok).toBe(true);
});

test('all problems of a section are told, and other sections work all the same', () => {
  const text =
    '[x:chess]\nmustCaptur = true\nmaxRank = 99\n[y:chess]\npieceDrops = true\n[z:chess]';
  const reports = checkVariants(text);
  expect(
    reports.map(({ name, line, problems }) => [name, line, problems.map((each) => each.line)]),
  ).toEqual([
    ['x', 1, [2, 3]],
    ['y', 4, [5]],
    ['z', 6, []],
  ]);
  expect(reports[2]!.rules?.name).toBe('z');
});

function start(board: string): string {
  return `[x]\n${kings}\ncastling = false\nstartFen = ${board} w - - 0 1`;
}

/** A chain of sections, the last of which has this many parents. */
function parents(count: number): string {
  const heads = Array.from({ length: count }, (_, i) =>
    i === 0 ? '[g0:chess]' : `[g${i}:g${i - 1}]`,
  );
  return heads.join('\n');
}
