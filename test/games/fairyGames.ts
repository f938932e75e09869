import type { Pair } from '../../tools/fairyCompare.ts';

/** A game here, and the same game as Fairy-Stockfish has it. */
interface Twin extends Omit<Pair, 'rules'> {
  /** For `findRuleSet`. */
  readonly name: string;
  /** The section of a variants.ini that describes it, if it is not built in there. */
  readonly ini?: string;
}

/** Of a player whose pawns become what its side has lost, or stay pawns, since kinds are limited to their first number. */
const hutnikSection = (name: string, pieces: readonly string[], more = '') => `
[${name}:chess]
knight = -
bishop = -
rook = -
queen = -
${pieces.map((piece, i) => `customPiece${i + 1} = ${piece}`).join('\n')}
castling = false
promotionPieceTypes = nbrq
promotionLimit = n:2 b:2 r:2 q:1
mandatoryPawnPromotion = false
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
${more}`;

/** Games that Fairy-Stockfish knows or can be told. It has no metacheck, no boards of 12 ranks, and no passes in check. */
export const twins: readonly Twin[] = [
  { name: 'chess', variant: 'chess' },
  { name: 'knightmate', variant: 'knightmate' },
  {
    name: 'shatranj',
    variant: 'shatranj-letters',
    ini: `[shatranj-letters:shatranj]
alfil = a
fers = f
promotionPieceTypes = f
startFen = rnakfanr/pppppppp/8/8/8/8/PPPPPPPP/RNAKFANR w - - 0 1
`,
    // There a bare side moves once more, and then the other side claims its win.
    early: ['bare king', 'bare kings'],
  },
  {
    name: 'reach:nomove=chess',
    variant: 'reach',
    // A pawn that arrives has won, and does not promote.
    ini: `[reach:chess]
promotionPieceTypes = -
mandatoryPawnPromotion = false
flagPiece = *
flagRegionWhite = *8
flagRegionBlack = *1
`,
  },
  {
    name: 'hutnik',
    variant: 'hutnik',
    ini: hutnikSection('hutnik', ['n:N', 'b:B', 'r:R', 'q:Q']),
    sparse: false,
  },
  {
    name: 'hutnik:Q=QN,R=mRcpR,B=AF2,N=fNC,reach=king',
    variant: 'hutnik-others',
    ini: hutnikSection(
      'hutnik-others',
      ['n:fNC', 'b:AF2', 'r:mRcpR', 'q:QN'],
      'flagPiece = k\nflagRegionWhite = *8\nflagRegionBlack = *1\n',
    ),
    sparse: false,
  },
  { name: 'antichess', variant: 'antichess' },
  { name: 'atomic', variant: 'atomic' },
  { name: 'kingofthehill', variant: 'kingofthehill' },
  { name: 'racingkings', variant: 'racingkings' },
  { name: 'losalamos', variant: 'losalamos' },
  { name: 'capablanca', variant: 'capablanca' },
  { name: 'makruk', variant: 'makruk' },
];
