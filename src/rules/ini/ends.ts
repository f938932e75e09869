import type { Board } from '../../board/board.ts';
import { regionOf } from '../../board/regions.ts';
import type { Blast, Laws } from '../../pieces/laws.ts';
import { mateInOne } from '../metachess.ts';
import type { Extinction, Goal, Stuck, Variant } from '../variant.ts';
import type { Ranked } from './army.ts';
import { KING, PAWN } from './predefined.ts';
import type { Refuse } from './problems.ts';
import type { Kinds, Settings } from './settings.ts';
import { squaresOn } from './squares.ts';

/** What restricts moves, and what captures do. */
export function lawsOf(settings: Settings, ranked: Ranked, refuse: Refuse): Laws {
  const { mustCapture, checking, blastOnCapture, kinds } = settings;
  if (blastOnCapture && kinds.has(KING)) {
    const right = 'write commoner = k, extinctionPieceTypes = k, extinctionValue = loss';
    refuse(
      ['blastOnCapture', KING],
      `blastOnCapture: not with a king, which is never taken: ${right}`,
    );
  }
  return {
    ...(mustCapture ? { mustCapture } : {}),
    ...(checking ? {} : { noChecks: true }),
    ...(blastOnCapture ? { blast: blastOf(settings, ranked) } : {}),
  };
}

function blastOf({ blastImmune, kinds }: Settings, { army, indexOf }: Ranked): Blast {
  const immune = blastImmune === 'all' ? [...army.keys()] : indices(blastImmune, indexOf);
  return { sheltered: kinds.has(PAWN) ? [indexOf(PAWN)] : [], immune };
}

/** The indices of those kinds that the game still has, in rising order. */
function indices(keys: Kinds, indexOf: (key: string) => number): number[] {
  return keys
    .map(indexOf)
    .filter((index) => index >= 0)
    .sort((a, b) => a - b);
}

/** The ends of a game besides what its kinds say. */
type Ends = Pick<
  Variant,
  'stuck' | 'goal' | 'extinction' | 'bareRoyalLoses' | 'repetitions' | 'moveRule' | 'bar'
>;

export function endsOf(settings: Settings, board: Board, ranked: Ranked, refuse: Refuse): Ends {
  const goal = goalOf(settings, board, ranked, refuse);
  const extinction = extinctionOf(settings, ranked, refuse);
  const { foldRule, moveRule, bareKingLoses, forbidMateInOne, kinds } = settings;
  if (foldRule === 1)
    refuse(['nFoldRule'], 'nFoldRule: a position occurs 2 times or more, or write 0');
  for (const [key, is] of [
    ['bareKingLoses', bareKingLoses],
    ['forbidMateInOne', forbidMateInOne],
  ] as const) {
    if (is && !kinds.has(KING)) refuse([key], `${key}: the game has no king: write king = k`);
  }
  if (forbidMateInOne && !isPlain(settings)) {
    const others = 'mustCapture, checking = false or extinctionPseudoRoyal';
    refuse(['forbidMateInOne'], `forbidMateInOne: not with ${others}`);
  }
  return {
    stuck: stuckOf(settings, refuse),
    ...(goal ? { goal } : {}),
    ...(extinction ? { extinction } : {}),
    ...(bareKingLoses ? { bareRoyalLoses: true } : {}),
    ...(foldRule === 3 ? {} : { repetitions: foldRule }),
    ...(moveRule === 50 ? {} : { moveRule }),
    ...(forbidMateInOne ? { bar: mateInOne } : {}),
  };
}

function isPlain({ mustCapture, checking, extinctionPseudoRoyal, blastOnCapture }: Settings) {
  return !mustCapture && checking && !extinctionPseudoRoyal && !blastOnCapture;
}

function stuckOf(settings: Settings, refuse: Refuse): Stuck | 'pass' {
  const { passWhenStuck, passOnStalemate, checkmateValue, stalemateValue } = settings;
  if (passOnStalemate[0] !== passOnStalemate[1]) {
    const keys = ['passOnStalemateWhite', 'passOnStalemateBlack', 'passOnStalemate'];
    refuse(keys, 'passOnStalemate: for one side only it is not supported: write it for both');
  }
  if (passWhenStuck) return 'pass';
  const mate = settings.forbidMateInOne ? 'metacheckmate' : 'checkmate';
  return {
    attacked: { reason: mate, wdl: checkmateValue },
    free: passOnStalemate[0] ? 'pass' : { reason: 'stalemate', wdl: stalemateValue },
  };
}

const FLAG_KEYS = ['flagRegionWhite', 'flagRegionBlack', 'flagRegion', 'whiteFlag', 'blackFlag'];

function goalOf(
  settings: Settings,
  board: Board,
  ranked: Ranked,
  refuse: Refuse,
): Goal | undefined {
  const { flagRegion, flagKind, flagCount, flagSafe, flagMove, blastOnCapture } = settings;
  const [white, black] = [squaresOn(board, flagRegion[0]), squaresOn(board, flagRegion[1])];
  if (white.length + black.length === 0) return undefined;
  if (flagSafe && blastOnCapture) {
    refuse(['flagPieceSafe'], 'flagPieceSafe: not together with blastOnCapture');
  }
  for (const [i, squares] of [white, black].entries()) {
    if (squares.length > 0 && squares.length < flagCount) {
      const message = `flagPieceCount: ${flagCount} pieces have no room on ${squares.length} squares`;
      refuse(['flagPieceCount', FLAG_KEYS[i]!], message);
    }
  }
  const kindsOf = (kind: string) => indices([kind], ranked.indexOf);
  const [own, others] = flagKind.map((kind) => (kind === 'all' ? undefined : kindsOf(kind)));
  const all = [...ranked.army.keys()];
  const isSame = String(own) === String(others);
  return {
    region: regionOf(board, [white, black]),
    ...(isSame && !own ? {} : { kinds: own ?? all }),
    ...(isSame ? {} : { blackKinds: others ?? all }),
    ...(flagCount > 1 ? { count: flagCount } : {}),
    ...(flagSafe ? { safe: true } : {}),
    ...(flagMove ? { answer: true } : {}),
    name: 'reached',
  };
}

const EXTINCTION = ['extinctionPieceTypes', 'extinctionValue', 'extinctionPseudoRoyal'];

/** Royal pieces are never extinct but by explosions: they cannot be taken. */
function extinctionOf(settings: Settings, ranked: Ranked, refuse: Refuse): Extinction | undefined {
  const { extinctionKinds, extinctionPseudoRoyal, extinctionValue, kinds } = settings;
  if (extinctionPseudoRoyal && extinctionKinds === 'all') {
    refuse(
      EXTINCTION,
      'extinctionPieceTypes: * is not supported with extinctionPseudoRoyal: name kinds',
    );
  }
  if (extinctionValue === undefined && !extinctionPseudoRoyal) return undefined;
  const gone =
    extinctionKinds === 'all' ? undefined : extinctionKinds.find((key) => !kinds.has(key));
  if (gone) {
    const right = 'name kinds that it has';
    refuse(EXTINCTION, `extinctionPieceTypes: the game has no ${gone} any more: ${right}`);
  }
  const isEmpty = extinctionKinds !== 'all' && extinctionKinds.length === 0;
  if (isEmpty || extinctionValue === undefined) return undefined;
  if (extinctionPseudoRoyal && !settings.blastOnCapture) return undefined;
  return {
    kinds: extinctionKinds === 'all' ? 'all' : indices(extinctionKinds, ranked.indexOf),
    count: settings.extinctionCount,
    others: settings.extinctionOpponentCount,
    ...(settings.extinctionClaim ? { claimed: true } : {}),
    wdl: extinctionValue,
  };
}

/** Is there any way to win? */
export function canBeWon(settings: Settings, { equipment, goal, extinction }: Variant): boolean {
  const { stalemateValue, passOnStalemate, passWhenStuck } = settings;
  return (
    equipment.army.some(({ royal }) => royal !== undefined) ||
    goal !== undefined ||
    (extinction !== undefined && extinction.wdl !== 0) ||
    (stalemateValue !== 0 && !passOnStalemate[0] && !passWhenStuck)
  );
}
