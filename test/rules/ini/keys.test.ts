import { describe, expect, test } from 'vitest';
import { makeSquare } from '../../../src/board/board.ts';
import { squaresIn } from '../../../src/board/regions.ts';
import { unwrap } from '../../../src/board/result.ts';
import { makeBetza } from '../../../src/pieces/makeBetza.ts';
import type { Castling } from '../../../src/pieces/specials.ts';
import { chess } from '../../../src/rules/chess.ts';
import { boardKeys, ownKeys, ruleKeys } from '../../../src/rules/ini/keys.ts';
import { parseVariants } from '../../../src/rules/ini/parseVariants.ts';
import { makeWellKnown } from '../../../src/rules/ini/wellKnown.ts';
import { metachess } from '../../../src/rules/metachess.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';
import { printAsFile } from './printAsFile.ts';

const known = new Map<string, RuleSet>();

/** A child of a game with these lines. */
function game(lines: string, parent = 'chess'): RuleSet {
  const text = `[x:${parent}]\n${lines}`;
  const rules = known.get(text) ?? unwrap(parseVariants(text))[0]!;
  known.set(text, rules);
  return rules;
}

/** Lines that need others to have an effect, after these; all are of a child of chess. */
const needs = {
  extinction: 'extinctionPieceTypes = q\nextinctionValue = loss\n',
  flag: 'flagRegionWhite = *7\nflagRegionBlack = *2\n',
  royal: 'king = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionPseudoRoyal = true\ncastling = false\n',
  prince: 'customPiece1 = s:fmWfcF\n',
  castler: 'customPiece1 = z:F\nstartFen = r3z2r/8/8/1k6/6K1/8/8/R3Z2R w KQkq - 0 1\n',
  twins: 'king = -\ncommoner = k\nextinctionPieceTypes = k\nextinctionValue = loss\ncastlingKingPiece = k\nstartFen = 1k2k2r/8/8/8/8/8/8/1K2K2R w Kk - 0 1\n',
}; // biome-ignore format: one table

/** Each key with a value that makes another game, and the lines that it needs. */
const effects: readonly (readonly [key: string, value: string, before?: string])[] = [
  ['maxRank', '9'],
  ['maxFile', '9'],
  ['promotionRank', '7'],
  ['doubleStepRank', '3'],
  ['doubleStepRankMin', '1'],
  ['whiteFlag', '*8'],
  ['blackFlag', '*1'],
  ['castlingRookPiece', 'n'],
  ['pawnTypes', 's', needs.prince],
  ['startFen', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
  ['promotionRegionWhite', '*7 *8'],
  ['promotionRegionBlack', '*1 *2'],
  ['promotionPawnTypes', 's', needs.prince],
  ['promotionPawnTypesWhite', 'ps', needs.prince],
  ['promotionPawnTypesBlack', 'ps', needs.prince],
  ['promotionPieceTypes', 'q'],
  ['promotionPieceTypesWhite', 'qr'],
  ['promotionPieceTypesBlack', 'qr'],
  ['mandatoryPawnPromotion', 'false'],
  ['blastOnCapture', 'true', needs.royal],
  ['blastImmuneTypes', 'k', `${needs.royal}blastOnCapture = true\n`],
  ['doubleStep', 'false'],
  ['doubleStepRegionWhite', '*2 *3'],
  ['doubleStepRegionBlack', '*7 *6'],
  ['tripleStepRegionWhite', '*2'],
  ['tripleStepRegionBlack', '*7'],
  ['enPassantRegion', '-'],
  ['enPassantRegionWhite', '*6'],
  ['enPassantRegionBlack', '-'],
  ['enPassantTypes', '-'],
  ['enPassantTypesWhite', '-'],
  ['enPassantTypesBlack', '-'],
  ['castling', 'false'],
  ['castlingKingsideFile', 'h'],
  ['castlingQueensideFile', 'b', 'startFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n'],
  ['castlingRank', '2'],
  ['castlingKingFile', 'b', needs.twins],
  ['castlingKingPiece', 'z', needs.castler],
  ['castlingKingPieceWhite', 'z', needs.castler],
  ['castlingKingPieceBlack', 'z', needs.castler],
  ['castlingRookKingsideFile', 'g'],
  ['castlingRookQueensideFile', 'b'],
  ['castlingRookPieces', 'n'],
  ['castlingRookPiecesWhite', 'n'],
  ['castlingRookPiecesBlack', 'n'],
  ['oppositeCastling', 'true'],
  ['checking', 'false'],
  ['mustCapture', 'true'],
  ['passOnStalemate', 'true'],
  ['passOnStalemateWhite', 'true', 'passOnStalemateBlack = true\n'],
  ['passOnStalemateBlack', 'true', 'passOnStalemateWhite = true\n'],
  ['nMoveRule', '70'],
  ['nFoldRule', '4'],
  ['stalemateValue', 'win'],
  ['checkmateValue', 'win'],
  ['extinctionValue', 'win', 'extinctionPieceTypes = q\n'],
  ['extinctionClaim', 'true', needs.extinction],
  ['extinctionPseudoRoyal', 'true', needs.extinction],
  ['extinctionPieceTypes', '*', 'extinctionValue = loss\n'],
  ['extinctionPieceCount', '1', needs.extinction],
  ['extinctionOpponentPieceCount', '2', needs.extinction],
  ['flagPiece', 'k', needs.flag],
  ['flagPieceWhite', 'k', needs.flag],
  ['flagPieceBlack', 'k', needs.flag],
  ['flagRegion', 'd4 e4'],
  ['flagRegionWhite', '*8'],
  ['flagRegionBlack', '*1'],
  ['flagPieceCount', '2', needs.flag],
  ['flagMove', 'true', needs.flag],
  ['flagPieceSafe', 'true', needs.flag],
  ['title', 'Mine'],
  ['about', 'Mine.'],
  ['source', 'Me'],
  ['pieceNames', 'q:lady'],
  ['forbidMateInOne', 'true'],
  ['passWhenStuck', 'true'],
  ['bareKingLoses', 'true'],
]; // biome-ignore format: one table

describe('each key has an effect:', () => {
  const cases = effects.map(([key, value, before = '']) => [key, value, before] as const);
  test.each(cases)('%s = %s', (key, value, before) => {
    // Of a side's own key without the other's there is no game.
    const without = key.startsWith('passOnStalemate') ? game('') : game(before);
    expect(dataOf(game(`${before}${key} = ${value}`))).not.toEqual(dataOf(without));
  });

  test('and every key is here', () => {
    const keys = [...boardKeys, ...ruleKeys, ...ownKeys].map(({ key }) => key);
    expect(keys.filter((key) => effects.every(([each]) => each !== key))).toEqual([]);
  });

  function dataOf({ variant }: RuleSet) {
    const { equipment, ini: _, ...rest } = variant;
    const { board, army, specials, laws } = equipment;
    return { ...rest, board, army, specials, laws };
  }
});

describe('kinds', () => {
  test('stand in the order of what they attack, royal ones first and the pawn last', () => {
    const letters = (rules: RuleSet) => rules.army.map(({ letter }) => letter).join('');
    expect(letters(game('amazon = a\ncentaur = c'))).toBe('KAQRCBNP');
    expect(letters(game('', 'capablanca'))).toBe('KQCRABNP');
    expect(letters(game('extinctionPieceTypes = r\nextinctionPseudoRoyal = true'))).toBe('KRQBNP');
  });

  test('take the letter of others, which then no pawn becomes, and none is left out', () => {
    const { army } = game('customPiece1 = q:QN\ncustomPiece2 = z:mA');
    expect(army.map(({ letter }) => letter).join('')).toBe('KQRBNZP');
    expect(army.at(-1)!.promotions).toEqual([2, 3, 4]);
    // As Fairy-Stockfish does, even if it is the same kind.
    expect(game('queen = q').army.at(-1)!.promotions).toEqual([2, 3, 4]);
    expect(game('queen = q\npromotionPieceTypes = q').army.at(-1)!.promotions).toEqual([1]);
  });

  test('may be kings with movements, and immobile', () => {
    const { army } = game('king = k:KN\nimmobile = i\nmobilityRegionWhiteKing = *1 *2');
    expect(makeBetza(army[0]!.movement)).toBe('KN');
    expect(army.find(({ letter }) => letter === 'I')!.movement).toEqual([]);
    const own = squaresIn(chess.board, army[0]!.enters!, true).filter(Boolean).length;
    const others = squaresIn(chess.board, army[0]!.enters!, false).filter(Boolean).length;
    expect([own, others]).toEqual([16, 64]);
  });

  test('are pawns if they only go forward', () => {
    const pawns = (lines: string) => game(lines).army.filter(({ pawn }) => pawn);
    expect(
      pawns('pawn = -\ncustomPiece1 = p:mfWcfF\npawnTypes = p\ndoubleStep = false'),
    ).toHaveLength(1);
    expect(pawns('pawn = -\ncustomPiece1 = p:mWcfF\npawnTypes = p\ndoubleStep = false')).toEqual(
      [],
    );
    const behind = game('startFen = 4k3/8/8/8/8/8/8/P3K3 w - - 0 1');
    expect(behind.army.at(-1)!.anyRank).toBe(true);
    expect(game('').army.at(-1)!.anyRank).toBeUndefined();
  });

  test('have no first rank of their own where they must become what there is not', () => {
    const pawn = game('promotionPieceTypes = -').army.at(-1)!;
    const last = squaresIn(chess.board, pawn.enters!, true).slice(56);
    expect([pawn.promotions, last.some(Boolean)]).toEqual([[], false]);
    expect(
      game('promotionPieceTypes = -\nmandatoryPawnPromotion = false').army.at(-1)!.enters,
    ).toBeUndefined();
  });
});

describe('en passant', () => {
  const movement = (lines: string, letter = 'P') =>
    makeBetza(game(lines).army.find((kind) => kind.letter === letter)!.movement);

  test('is of pawns as in chess, and of custom pieces that say as much or less', () => {
    const pawn = 'fmWfceFifmnnD';
    expect(movement('')).toBe(movement('customPiece1 = p:fmWfceFifmnD\npawnTypes = p'));
    expect(
      game('customPiece1 = p:fmWfcFifmW2\npawnTypes = p\npromotionPieceTypes = qrbn').fingerprint,
    ).toBe(printAsFile(chess));
    expect(movement('')).toBe(pawn);
  });

  test('is none without a first move, a taker or a region', () => {
    expect(movement('doubleStep = false')).toBe('fmWfcF');
    expect(movement('enPassantTypes = -')).toBe('fmWfcFifmnD');
    expect(movement('enPassantRegion = -')).toBe('fmWfcFifmnD');
  });

  test('has triple steps with a home of their own', () => {
    const pawn = game('tripleStepRegionWhite = *1\ntripleStepRegionBlack = *8').army.at(-1)!;
    expect(pawn).toMatchObject({ home: { ranks: [2] }, tripleHome: { ranks: [1] } });
    expect(pawn.movement.filter(({ initial }) => initial)).toHaveLength(2);
    // As its page, and the header of its tables, have it.
    expect(makeBetza(pawn.movement)).toBe('fmWfceFifmnnDifmnnH');
  });

  test('is refused where a first move cannot give a right here', () => {
    const read = (movement: string) =>
      parseVariants(
        `[x:chess]\ncustomPiece1 = p:${movement}\npawnTypes = p\npromotionPieceTypes = q`,
      );
    expect(read('fmWfceFifmD').ok).toBe(false);
    expect(read('fmWfceFismnD').ok).toBe(false);
    expect(read('fmWfceFifmnD').ok).toBe(true);
  });
});

describe('castling', () => {
  const castlings = (rules: RuleSet) =>
    rules.variant.equipment.specials.map((special) => {
      const { letter, kingFrom, kingTo, rookFrom, rookTo, path, passed } = special as Castling;
      const at = (square: number) => makeSquare(square, rules.board);
      const squares = [kingFrom, kingTo, rookFrom, rookTo].map(at).join(' ');
      return [letter, squares, path.map(at).join(' '), passed.map(at).join(' ')];
    });

  test('is that of chess, in the same order', () => {
    expect(game('').variant.equipment.specials).toEqual(chess.variant.equipment.specials);
  });

  test('passes two squares on ten files', () => {
    const rules = makeWellKnown('capablanca')!;
    expect(castlings(rules).slice(0, 2)).toEqual([
      ['K', 'f1 i1 j1 h1', 'g1 h1 i1', 'g1 h1'],
      ['Q', 'f1 c1 a1 d1', 'b1 c1 d1 e1', 'e1 d1'],
    ]);
  });

  test('is on another rank, with rooks that are not in the corner', () => {
    expect(castlings(game('', 'shako')).slice(0, 2)).toEqual([
      ['K', 'f2 h2 i2 g2', 'g2 h2', 'g2'],
      ['Q', 'f2 d2 b2 e2', 'c2 d2 e2', 'e2'],
    ]);
    expect(castlings(game('', 'shako'))[2]).toEqual(['k', 'f9 h9 i9 g9', 'g9 h9', 'g9']);
  });

  test('is of those sides alone that have the right, by files too', () => {
    const rules = game('startFen = r3k2r/8/8/8/8/8/8/R3K2R w Hq - 0 1');
    expect(castlings(rules).map(([letter]) => letter)).toEqual(['K', 'q']);
    expect(rules.makeFen(rules.start)).toBe('r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1');
  });

  test('may close the same side to the other', () => {
    const rules = game('oppositeCastling = true\nstartFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1');
    const after = rules.play(rules.start, unwrap(rules.parseMove(rules.start, 'e1g1')));
    expect(rules.makeFen(after)).toBe('r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1');
  });

  test('needs safety on all squares that the king passes', () => {
    const rules = makeWellKnown('capablanca')!;
    const moves = (fen: string) => {
      const position = unwrap(rules.parseFen(fen));
      return rules.moves(position).map((move) => rules.makeUci(move));
    };
    const fen = (file: string) => `5k4/10/${file}/10/10/10/10/5K3R w K - 0 1`;
    expect(moves(fen('10'))).toContain('f1i1');
    expect(moves(fen('6r3'))).not.toContain('f1i1');
    expect(moves(fen('7r2'))).not.toContain('f1i1');
    expect(moves(fen('8r1'))).not.toContain('f1i1');
    expect(moves(fen('9r'))).toContain('f1i1');
  });
});

test('the keys of a level are read as Fairy-Stockfish reads them', () => {
  // A child of a game without double steps has none, whatever it says, unless it names squares.
  expect(game('doubleStep = true', 'gardner').army.at(-1)!.home).toBeUndefined();
  const lines = 'doubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *4';
  expect(game(lines, 'gardner').army.at(-1)!.home).toEqual({ ranks: [2] });
  // The more special key wins, wherever it stands.
  const flags = game('flagRegionWhite = *7\nflagRegion = *6').variant.goal!.region;
  expect(squaresIn(chess.board, flags, true).indexOf(true)).toBe(48);
});

test('letters exchanged make another game: tables are named by them', () => {
  const [queen, rook] = [game('amazon = a\ncommoner = m'), game('amazon = m\ncommoner = a')];
  expect(queen.army.map(({ name }) => name)).toEqual(rook.army.map(({ name }) => name));
  expect(queen.fingerprint).not.toBe(rook.fingerprint);
  expect(game('amazon = a\ncommoner = m\ntitle = Another').fingerprint).toBe(queen.fingerprint);
});

test('metachess in one line', () => {
  const rules = game('forbidMateInOne = true');
  expect(rules.fingerprint).toBe(printAsFile(metachess));
  expect(rules.variant.bar).toBe(metachess.variant.bar);
});

test('a game whose first position is not for it is one without', () => {
  const rules = game('maxRank = 4\nmaxFile = 4');
  expect(rules.variant.start).toBeUndefined();
  expect(unwrap(parseVariants('[x]\nking = k\nrook = r'))[0]!.variant.start).toBeUndefined();
});
