/** Keys that make no difference here: for engines and interfaces, or for drops, which are refused by themselves. */
export const harmless: ReadonlySet<string> = new Set([
  'variantTemplate',
  'pieceToCharTable',
  'pocketSize',
  'pieceValueMg',
  'pieceValueEg',
  // Which moves restart the count of nMoveRule, which tables ignore.
  'nMoveRuleTypes',
  'nMoveRuleTypesWhite',
  'nMoveRuleTypesBlack',
  // Without nFoldValue, and without connectN and its like.
  'nFoldValueAbsolute',
  'connectPieceTypes',
  'connectHorizontal',
  'connectVertical',
  'connectDiagonal',
  'connectValue',
  // Without pieceDrops.
  'castlingDroppedPiece',
  'dropChecks',
  'mustDrop',
  'mustDropType',
  'dropLoop',
  'firstRankPawnDrops',
  'promotionZonePawnDrops',
  'enclosingDrop',
  'enclosingDropStart',
  'dropRegionWhite',
  'dropRegionBlack',
  'whiteDropRegion',
  'blackDropRegion',
  'dropOnTop',
  'sittuyinRookDrop',
  'dropOppositeColoredBishop',
  'dropPromoted',
  'dropNoDoubled',
  'dropNoDoubledCount',
  // Without wallingRule.
  'wallingRegion',
  'wallingRegionWhite',
  'wallingRegionBlack',
]);

interface Unsupported {
  /** What would have to be understood. */
  readonly why: string;
  /** The value that changes nothing. */
  readonly neutral: string;
  /** The settings that the key sets, if not one of its own name. */
  readonly sets?: readonly string[];
}

/** Keys with which a game is another game than is known here, by what is missing. */
export const unsupported: ReadonlyMap<string, Unsupported> = new Map([
  no('chess960', 'castling from any squares'),
  no('twoBoards', 'two boards'),
  no('sittuyinPromotion', "sittuyin's promotion"),
  no('promotionLimit', 'a limit to what pawns become', '-'),
  no('promotedPieceType', 'promotion of other pieces than pawns', '-'),
  no('piecePromotionOnCapture', 'promotion of other pieces than pawns'),
  no('mandatoryPiecePromotion', 'promotion of other pieces than pawns'),
  no('pieceDemotion', 'demotion'),
  no('mutuallyImmuneTypes', 'pieces that cannot take one another', '-'),
  no('petrifyOnCaptureTypes', 'walls', '-'),
  no('petrifyBlastPieces', 'walls'),
  no('pieceDrops', 'pieces in hand'),
  no('capturesToHand', 'pieces in hand'),
  no('immobilityIllegal', 'a ban on moves to where a piece cannot move on'),
  no('gating', 'pieces in hand'),
  no('seirawanGating', 'pieces in hand'),
  no('cambodianMoves', "Cambodian chess's first moves"),
  no('wallingRule', 'walls', 'none'),
  no('wallOrMove', 'walls'),
  no('diagonalLines', 'lines of a palace', '-'),
  no('pass', 'passing at will', 'false', ['passWhite', 'passBlack']),
  no('passWhite', 'passing at will'),
  no('passBlack', 'passing at will'),
  no('makpongRule', 'a ban on the king moving away from check'),
  no('flyingGeneral', 'kings that attack each other along files'),
  no('soldierPromotionRank', 'soldiers that move otherwise beyond a rank', '1'),
  no('flipEnclosedPieces', 'pieces that change sides', 'none'),
  no('nFoldValue', 'a repetition that is no draw', 'draw'),
  no('perpetualCheckIllegal', 'a repetition that is no draw'),
  no('moveRepetitionIllegal', 'a repetition that is no draw'),
  no('chasingRule', 'a repetition that is no draw', 'none'),
  no('stalematePieceCount', 'a stalemate in which pieces are counted'),
  no('shogiPawnDropMateIllegal', 'a ban on some mates'),
  no('shatarMateRule', 'a ban on some mates'),
  no('bikjangRule', 'a ban on facing kings'),
  no('dupleCheck', 'a check of all royal pieces together'),
  no('flagPieceBlockedWin', 'a goal that is reached when it is blocked'),
  no('checkCounting', 'counted checks'),
  no('connectN', 'lines of pieces that win', '0'),
  no('connectRegion1White', 'lines of pieces that win', '-'),
  no('connectRegion2White', 'lines of pieces that win', '-'),
  no('connectRegion1Black', 'lines of pieces that win', '-'),
  no('connectRegion2Black', 'lines of pieces that win', '-'),
  no('connectNxN', 'lines of pieces that win', '0'),
  no('collinearN', 'lines of pieces that win', '0'),
  no('materialCounting', 'counted material', 'none'),
  no('adjudicateFullBoard', 'counted material'),
  no('countingRule', 'counted moves after which a game is drawn', 'none'),
  no('castlingWins', 'castling that wins', '-'),
]);

function no(
  key: string,
  why: string,
  neutral = 'false',
  sets?: readonly string[],
): [string, Unsupported] {
  return [key, { why, neutral, ...(sets ? { sets } : {}) }];
}

/** The keys with values by letter, of which 0 and - say nothing: `q:0`, `p:-`. */
const BY_LETTER = ['promotionLimit', 'promotedPieceType'];

/** Does this value of an unsupported key change nothing? */
export function isNeutral(key: string, value: string): boolean {
  if (value === unsupported.get(key)?.neutral) return true;
  return BY_LETTER.includes(key) && /^(?:[a-zA-Z]\s*:\s*[0-]\s*)+$/.test(value);
}
