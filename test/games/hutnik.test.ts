import { describe, expect, test } from 'vitest';
import { parseSquare } from '../../src/board/board.ts';
import { unwrap } from '../../src/board/result.ts';
import { parsePiece, WHITE } from '../../src/pieces/army.ts';
import { findRuleSet } from '../../src/rules/registry.ts';
import { countTable, type SideStatistics } from '../../src/table/statistics.ts';
import { readTable } from '../../src/table/table.ts';
import { pliesOf } from '../../src/table/value.ts';
import { few, whole } from '../thorough.ts';
import { fenOf, gameOf, played, read, sans, targets, ucis } from './moves.ts';
import { figures, solved, solvedBySets } from './solved.ts';

const hutnik = gameOf('hutnik');
const chess = gameOf('chess');

/** A FEN with a stock: what sides have lost, in brackets behind the board. */
const withStock = (pieces: string, stock: string, rest = 'w - - 0 1') =>
  fenOf(hutnik, pieces, rest).replace(' ', `[${stock}] `);
const position = (pieces: string, stock: string, rest?: string) =>
  read(hutnik, withStock(pieces, stock, rest));

describe('with the usual movements', () => {
  /** All but which of several positions of the same length is found first: tables differ in their order. */
  const countsOf = ({ longestWinSquares: _, longestLossSquares: __, ...counts }: SideStatistics) =>
    counts;

  test.each(few(['KRvk', 'KQvk', 'KPvk'], 1))('%s is that of chess, to the last count', (name) => {
    const ours = countTable(solvedBySets(hutnik, name));
    const theirs = countTable(solved(chess, name));
    expect(countsOf(ours.white)).toEqual(countsOf(theirs.white));
    expect(countsOf(ours.black)).toEqual(countsOf(theirs.black));
    expect(ours.white.wins).toBeGreaterThan(100_000);
  });

  test('there is no castling', () => {
    expect(hutnik.makeFen(hutnik.start)).toBe(
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1',
    );
    const castling = hutnik.parseFen('4k3/8/8/8/8/8/8/4K2R[] w K - 0 1');
    expect(castling).toMatchObject({ ok: false, problem: { code: 'fen-castling' } });
    expect(sans(hutnik, read(hutnik, '4k3/8/8/8/8/8/8/4K2R[] w - - 0 1'))).not.toContain('O-O');
  });

  test('pawns step twice from their second rank and take en passant, as in chess', () => {
    const after = position('Ke1 ke8 Pe2 pd4', '');
    expect(targets(hutnik, after, 'e2')).toEqual(['e3', 'e4']);
    expect(ucis(hutnik, played(hutnik, after, 'e4'))).toContain('d4e3');
    expect(targets(hutnik, played(hutnik, after, 'e3', 'Kd8'), 'e3')).toEqual(['d4', 'e4']);
  });
});

describe('the source', () => {
  test('is named', () => {
    expect(hutnik.variant.source).toMatch(/^Richard Hutnik, 1995: /);
  });
});

describe('a movement', () => {
  test('belongs to a kind, for both sides', () => {
    const rules = gameOf('hutnik:B=FA');
    expect(targets(rules, read(rules, fenOf(rules, 'Ka1 kh8 Bd4')), 'd4')).toEqual(
      ['b2', 'b6', 'c3', 'c5', 'e3', 'e5', 'f2', 'f6'].sort(),
    );
    const black = read(rules, fenOf(rules, 'Ka1 kh8 bd4', 'b - - 0 1'));
    expect(targets(rules, black, 'd4')).toHaveLength(8);
  });

  test('with R=RN, KRvk is the table of the chancellor', () => {
    expect(figures(gameOf('hutnik:R=RN'), 'KRvk')).toEqual([
      '156720 / 0 / 0, 21, -',
      '0 / 23052 / 200892, -, 22',
    ]);
  });

  test('is part of the tables: they are not those of other movements', () => {
    const [one, other] = ['hutnik:N=NA', 'hutnik:N=ND'].map(gameOf);
    expect(one!.fingerprint).not.toBe(other!.fingerprint);
    expect(one!.fingerprint).not.toBe(hutnik.fingerprint);
    expect(one!.folder).not.toBe(other!.folder);
    expect(gameOf('hutnik:promote=R').fingerprint).not.toBe(hutnik.fingerprint);
  });

  test('may leave a piece without moves', () => {
    const rules = gameOf('hutnik:N=fN');
    expect(targets(rules, read(rules, fenOf(rules, 'Ka1 kh6 Na8')), 'a8')).toEqual([]);
  });

  test('decides how a table folds: all eight ways, left to right, or not at all', () => {
    const symmetries = (name: string, letters = 'KNk') => {
      const rules = gameOf(name);
      const men = [...letters].map((letter) => parsePiece(rules.army, letter)!);
      return rules.symmetries(men).length;
    };
    expect(symmetries('hutnik:N=NA')).toBe(8);
    expect(symmetries('hutnik:N=fN')).toBe(2);
    expect(symmetries('hutnik:N=lfNbN')).toBe(1);
    // A pawn may become the knight, or may not.
    expect(symmetries('hutnik:N=lfNbN', 'KPk')).toBe(1);
    expect(symmetries('hutnik:N=lfNbN,promote=QRB', 'KPk')).toBe(2);
  });

  test('of one kind does not disturb the folding of tables without it', () => {
    const rules = gameOf('hutnik:N=fN');
    const men = [...'KRk'].map((letter) => parsePiece(rules.army, letter)!);
    expect(rules.symmetries(men)).toHaveLength(8);
  });
});

describe('play ends', () => {
  test('with checkmate, given by the movements that were chosen', () => {
    const rules = gameOf('hutnik:R=RN');
    const mate = read(rules, fenOf(rules, 'Kh6 kh8 Rg6', 'b - - 0 1'));
    expect(rules.check(mate)).toBe(true);
    expect(rules.ending(mate)).toEqual({ reason: 'checkmate', wdl: -1 });
    expect(hutnik.check(read(hutnik, fenOf(hutnik, 'Kh6 kh8 Rg6', 'b - - 0 1')))).toBe(false);
  });

  test('with a draw by stalemate, threefold repetition or 50 moves, as in chess', () => {
    const stalemate = position('Kf7 kh8 Qg6', '', 'b - - 0 1');
    expect(hutnik.ending(stalemate)).toEqual({ reason: 'stalemate', wdl: 0 });
    expect(hutnik.repetitions).toBe(chess.repetitions);
    const old = position('Kf7 kh8 Qb1', '', 'w - - 99 80');
    expect(hutnik.pliesTo50Moves(old)).toBe(1);
    expect(hutnik.pliesTo50Moves(played(hutnik, old, 'Qc1'))).toBe(0);
  });

  test('a piece gives check if it could take on the square of the king, and only so', () => {
    const rules = gameOf('hutnik:N=mNcW');
    const check = (pieces: string) => rules.check(read(rules, fenOf(rules, pieces, 'b - - 0 1')));
    expect(check('Ka1 kh8 Ng6')).toBe(false);
    expect(check('Ka1 kh8 Ng8')).toBe(true);
  });
});

describe('the parameters', () => {
  test.each([
    ['hutnik:', 'hutnik'],
    ['hutnik:R=R', 'hutnik'],
    ['hutnik:R=W0', 'hutnik'],
    ['hutnik:B=FF,N=N,reach=none', 'hutnik'],
    ['hutnik:promote=NBRQ', 'hutnik'],
    ['hutnik:Q=NQ', 'hutnik:Q=QN'],
    ['hutnik:N=WF', 'hutnik:N=K'],
    ['hutnik:Q=FyafsF', 'hutnik:Q=t[FR]'],
    ['hutnik:promote=PR', 'hutnik:promote=RP'],
    ['hutnik:promote=RQ,Q=NQ', 'hutnik:Q=QN,promote=QR'],
    ['hutnik:N=(4,1),Q=QN', 'hutnik:Q=QN,N=(4,1)'],
    ['hutnik:R=(4,1)(5,2),reach=king', 'hutnik:R=(4,1)(5,2),reach=king'],
    ['hutnik:overrules=3', 'hutnik'],
    ['hutnik:overrules=00', 'hutnik:overrules=0'],
    ['hutnik:overrules=99,N=NA', 'hutnik:N=NA,overrules=99'],
  ])('%s is %s', (text, name) => {
    expect(gameOf(text).name).toBe(name);
    expect(gameOf(text)).toBe(gameOf(name));
  });

  test('(4,1) is a leap', () => {
    const rules = gameOf('hutnik:N=(4,1)');
    const at = read(rules, fenOf(rules, 'Kd2 kd8 Na1'));
    expect(targets(rules, at, 'a1')).toEqual(['b5', 'e2']);
  });

  test.each([
    ['hutnik:X=R', 'parameter', 'X=R'],
    ['hutnik:K=Q', 'parameter', 'K=Q'],
    ['hutnik:R', 'parameter', 'R'],
    ['hutnik:R=RN,', 'parameter', ''],
    ['hutnik:R=RN,R=RN', 'parameter', 'R=RN'],
    ['hutnik:R=cR', 'parameter', 'cR'],
    ['hutnik:R=gQ', 'parameter', 'gQ'],
    ['hutnik:R=(9,1)', 'betza-beyond', '(9,1)'],
    ['hutnik:R=iN', 'parameter', 'iN'],
    ['hutnik:B=ceF', 'parameter', 'ceF'],
    [`hutnik:R=${'fW'.repeat(33)}`, 'parameter', 'fW'.repeat(33)],
    ['hutnik:R=', 'betza-empty', ''],
    ['hutnik:R=x', 'betza-unsupported', 'x'],
    ['hutnik:R=4', 'betza-range', '4'],
    ['hutnik:promote=', 'parameter', ''],
    ['hutnik:promote=K', 'parameter', 'K'],
    ['hutnik:promote=QQ', 'parameter', 'QQ'],
    ['hutnik:reach=queen', 'parameter', 'queen'],
    ['hutnik:overrules=100', 'parameter', '100'],
    ['hutnik:overrules=-1', 'parameter', '-1'],
    ['hutnik:overrules=', 'parameter', ''],
    ['chess:R=RN', 'rules', 'chess:R=RN'],
  ])('%s is refused', (name, code, text) => {
    expect(findRuleSet(name)).toMatchObject({ ok: false, problem: { code, text } });
  });

  test('overrules make no other game: its tables are the same', () => {
    for (const options of ['', 'N=NA', 'reach=king,promote=R']) {
      const [plain, other] = [options, `${options},overrules=1`].map((each) =>
        gameOf(`hutnik:${each.replace(/^,/, '')}`),
      );
      expect(other!.tables).toBe(plain!.tables);
      expect(other!.folder).toBe(plain!.folder);
      expect(other!.fingerprint).toBe(plain!.fingerprint);
    }
    expect(gameOf('hutnik:N=NA').tables).not.toBe(hutnik.tables);
  });

  test('an error says where: the parameter and the place in its movement', () => {
    expect(findRuleSet('hutnik:R=RL')).toMatchObject({
      problem: { message: expect.stringMatching(/^R=RL: 'L' at character 2/) },
    });
  });
});

describe('in play a pawn on the last rank becomes what its side has lost', () => {
  test.each([
    ['nothing', '', ['e8']],
    ['a rook', 'R', ['e8', 'e8r']],
    ['a rook, Black a knight', 'Rn', ['e8', 'e8r']],
    ['two rooks and a bishop', 'RRB', ['e8', 'e8b', 'e8r']],
    ['all', 'QRBN', ['e8', 'e8b', 'e8n', 'e8q', 'e8r']],
  ])('or stays a pawn: White has lost %s', (_, stock, expected) => {
    expect(targets(hutnik, position('Ka1 kh6 Pe7', stock), 'e7')).toEqual(expected);
  });

  test('of Black, too', () => {
    const black = position('Ka3 kh6 pe2', 'Rn', 'b - - 0 1');
    expect(targets(hutnik, black, 'e2')).toEqual(['e1', 'e1n']);
  });

  test('what is regained leaves the stock', () => {
    const after = read(hutnik, withStock('Ka1 kh6 Pe7', 'RRn'), 'e7e8r');
    expect(hutnik.makeFen(after)).toBe(withStock('Ka1 kh6 Re8', 'Rn', 'b - - 0 1'));
  });

  test('what is taken enters it, and enters it again if it was regained', () => {
    const regained = read(hutnik, withStock('Ka1 kf7 Pe7', 'R'), 'e7e8r');
    expect(hutnik.makeFen(regained)).toContain('[]');
    const taken = played(hutnik, regained, 'f7e8');
    expect(hutnik.makeFen(taken)).toBe(withStock('Ka1 ke8', 'R', 'w - - 0 2'));
  });

  test('the pawn itself is lost for good, and so is a pawn that is taken', () => {
    const after = read(hutnik, withStock('Ka1 kf7 Pe7 pb2', 'R'), 'a1b2', 'f7e7');
    expect(hutnik.makeFen(after)).toBe(withStock('Kb2 ke7', 'R', 'w - - 0 2'));
    const promoted = read(hutnik, withStock('Ka1 kf7 Pe7', 'Q'), 'e7e8q', 'f7e8');
    expect(hutnik.makeFen(promoted)).toContain('[Q]');
  });

  test('with a capture: what it takes is not its own', () => {
    const after = position('Ka1 kh6 Pe7 rd8', '');
    expect(targets(hutnik, after, 'e7')).toEqual(['d8', 'e8']);
    expect(hutnik.makeFen(played(hutnik, after, 'e7d8'))).toContain('[r]');
  });

  test('a pawn that stays never moves again, and can be taken', () => {
    const stayed = read(hutnik, withStock('Ka1 kh6 Pe7', 'R'), 'e7e8', 'h6g7');
    expect(hutnik.makeFen(stayed)).toBe(withStock('Ka1 kg7 Pe8', 'R', 'w - - 1 2'));
    expect(targets(hutnik, stayed, 'e8')).toEqual([]);
    expect(hutnik.check(position('Ka1 kf7 Pe8', '', 'b - - 0 1'))).toBe(false);
    const taken = played(hutnik, stayed, 'a1b1', 'g7f8', 'b1a1', 'f8e8');
    expect(hutnik.makeFen(taken)).toBe(withStock('Ka1 ke8', 'R', 'w - - 0 4'));
  });

  test('in a FEN a pawn may stand on its last rank, and not on its first', () => {
    const codeOf = (pieces: string) => {
      const found = hutnik.parseFen(withStock(pieces, 'R'));
      return found.ok || found.problem.code;
    };
    expect(['Ka2 kh6 Pe8', 'Ka2 kh6 pe1'].map(codeOf)).toEqual([true, true]);
    expect(['Ka2 kh6 Pe1', 'Ka2 kh6 pe8'].map(codeOf)).toEqual(['pawn-rank', 'pawn-rank']);
  });

  test('a side whose pawns have all stayed can be stalemated', () => {
    const stayed = position('Kh1 Pa8 kf2 qg3', '');
    expect(hutnik.ending(stayed)).toEqual({ reason: 'stalemate', wdl: 0 });
  });

  test('SAN has the piece, and nothing if the pawn stays', () => {
    expect(sans(hutnik, position('Ka1 kh6 Pe7', 'R'))).toEqual(
      expect.arrayContaining(['e8', 'e8=R']),
    );
  });

  test('positions with other stocks are not the same', () => {
    const [one, other] = ['R', 'Rn'].map((stock) => position('Ka1 kh6 Pe7', stock));
    expect(hutnik.repetitionKey(one!)).not.toBe(hutnik.repetitionKey(other!));
  });

  test.each([
    ['Ka1 kh6 Pe7', 'K', 'fen-stock'],
    ['Ka1 kh6 Pe7', 'P', 'fen-stock'],
    ['Ka1 kh6 Pe7', 'X', 'fen-stock'],
    ['Ka1 kh6 Pe7', 'R-', 'fen-stock'],
  ])('%s with a stock of %s is refused', (pieces, stock, code) => {
    expect(hutnik.parseFen(withStock(pieces, stock))).toMatchObject({
      ok: false,
      problem: { code },
    });
  });

  test('other games have no stock', () => {
    expect(chess.parseFen('7k/8/8/8/8/8/8/K7[R] w - - 0 1')).toMatchObject({
      ok: false,
      problem: { code: 'fen-stock' },
    });
  });
});

describe('tables', () => {
  const withRooks = gameOf('hutnik:promote=RP');
  const placed = (name: string, rank: number) => {
    const rules = gameOf(name);
    const men = [...'KPk'].map((letter) => parsePiece(rules.army, letter)!);
    return rules.place(men, [0, 8 * (rank - 1) + 4, 47], WHITE);
  };

  test('without a stock a pawn becomes what the game says', () => {
    const fen = fenOf(hutnik, 'Ka1 kh6 Pe7');
    expect(targets(hutnik, read(hutnik, fen), 'e7')).toEqual(['e8b', 'e8n', 'e8q', 'e8r']);
    expect(targets(withRooks, read(withRooks, fen), 'e7')).toEqual(['e8', 'e8r']);
    const onlyStays = gameOf('hutnik:promote=P');
    expect(targets(onlyStays, read(onlyStays, fen), 'e7')).toEqual(['e8']);
  });

  test('hold pawns on the last rank only if pawns may stay', () => {
    expect(placed('hutnik', 8)).toMatchObject({ ok: false, problem: { code: 'pawn-rank' } });
    expect(placed('hutnik:promote=RP', 8).ok).toBe(true);
    expect(placed('hutnik:promote=P', 8).ok).toBe(true);
    expect(placed('hutnik:promote=RP', 1).ok).toBe(false);
  });

  test.runIf(whole)('against a bare king nothing is won by staying', () => {
    const [mayStay, must] = [withRooks, gameOf('hutnik:promote=R')].map((rules) =>
      countTable(solvedBySets(rules, 'KPvk')),
    );
    expect(mayStay!.white.histogram).toEqual(must!.white.histogram);
    expect(mayStay!.black.histogram).toEqual(must!.black.histogram);
    expect(mayStay!.white.draws).toBeGreaterThan(must!.white.draws);
    expect(must!.white.wins).toBeGreaterThan(50_000);
  });

  test.runIf(whole)(
    'against more, staying can put off a mate: tables without it are not right',
    () => {
      const [mayStay, must] = ['RP', 'R'].map((promote) => {
        const rules = gameOf(`hutnik:promote=${promote}`);
        const table = solvedBySets(rules, 'KQvkp');
        const { men } = table.material;
        const at = ['a5', 'b3', 'a1', 'f2'].map((square) =>
          unwrap(parseSquare(square, rules.board)),
        );
        expect(men).toHaveLength(at.length);
        return readTable(table, WHITE, at);
      });
      expect([must!, mayStay!].map(pliesOf)).toEqual([7, 9]);
    },
  );

  // In a smaller game test/solve/folding.test.ts always has pawns that may stay.
  test.runIf(whole)('with pawns that can only stay nothing is won at all', () => {
    const { white, black } = countTable(solvedBySets(gameOf('hutnik:promote=P'), 'KPvk'));
    expect([white.wins, white.losses, black.wins, black.losses]).toEqual([0, 0, 0, 0]);
  });

  // [pieces, stock, game, covered]
  test.each([
    ['Ka1 kh6 Pe7', 'QRBN', 'hutnik:promote=QRBNP', true],
    ['Ka1 kh6 Pe7', 'QQRRRBN', 'hutnik:promote=QRBNP', true],
    ['Ka1 kh6 Pe7', 'QRBNr', 'hutnik:promote=QRBNP', true],
    ['Ka1 kh6 Pe7', '', 'hutnik:promote=QRBNP', false],
    ['Ka1 kh6 Pe7', 'R', 'hutnik:promote=QRBNP', false],
    ['Ka1 kh6 pe2', 'QRBN', 'hutnik:promote=QRBNP', false],
    // In these tables no pawn may stay.
    ['Ka1 kh6 Pe7', 'QRBN', 'hutnik', false],
    ['Ka1 kh6 Pe7', 'R', 'hutnik:promote=R', false],
    ['Ka1 kh6 Pe7', 'R', 'hutnik:promote=RP', true],
    ['Ka1 kh6 Pe7', 'RR', 'hutnik:promote=RP', true],
    ['Ka1 kh6 Pe7', 'RN', 'hutnik:promote=RP', false],
    ['Ka1 kh6 Pe7 pc3', 'Rr', 'hutnik:promote=RP', true],
    ['Ka1 kh6 Pe7 pc3', 'R', 'hutnik:promote=RP', false],
    ['Ka1 kh6 Pe7', '', 'hutnik:promote=P', true],
    ['Ka1 kh6 Qe7', '', 'hutnik', true],
    ['Ka1 kh6 Pe8', 'QRBN', 'hutnik', false],
    ['Ka1 kh6 Pe8', 'R', 'hutnik:promote=RP', true],
    // Two pawns share one rook; a bishop that may still be lost.
    ['Ka1 kh6 Pe7 Pd7', 'R', 'hutnik:promote=RP', false],
    ['Ka1 kh6 Pe7 Pd7', 'RR', 'hutnik:promote=RP', true],
    ['Ka1 kh6 Pe7 Bb1', 'R', 'hutnik:promote=RP', false],
    ['Ka1 kh6 Pe7 Rc1', 'R', 'hutnik:promote=RP', true],
  ])('%s with a stock of [%s] is covered by %s: %s', (pieces, stock, name, covered) => {
    const rules = gameOf(name);
    const checked = rules.inTables(read(rules, withStock(pieces, stock)));
    expect(checked.ok || checked.problem.code).toBe(covered || 'stock');
  });

  test('a refusal names the tables that would do', () => {
    expect(hutnik.inTables(position('Ka1 kh6 Pe7', 'NR'))).toMatchObject({
      problem: { message: expect.stringContaining('promote=RNP') },
    });
  });
});
