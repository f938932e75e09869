import { ok, type Result } from '../../board/result.ts';
import type { Game } from '../../play/game.ts';
import type { Analysis, Limits } from '../../search/analysis.ts';
import type { Engine } from '../../search/engine.ts';
import { levels } from '../../search/levels.ts';
import type { GoCommand } from './goCommand.ts';
import { infoLines, messageLines } from './infoLines.ts';
import type { UciOptions } from './options.ts';

/** What a search is made with, and told to. */
export interface Finding {
  readonly engine: Engine;
  readonly options: UciOptions;
  readonly go: GoCommand;
  /** The program has said `stop`. */
  readonly halted: AbortSignal;
  write(line: string): void;
}

/** What `go` asks for, told while it is found. Errors: those of the engine. */
export async function find(game: Game, finding: Finding): Promise<Result<Analysis>> {
  return (await findMate(game, finding)) ?? (await findLines(game, finding));
}

/** The mate that `go mate` asks for; undefined if it asks for none, or there is none. */
async function findMate(game: Game, finding: Finding): Promise<Result<Analysis> | undefined> {
  const { engine, go, halted } = finding;
  const { mate } = go;
  if (mate === undefined) return undefined;
  const { nodes, moves } = go.limits;
  const milliseconds = ownTime(go);
  const proof = await engine.prove(game, {
    plies: 2 * mate,
    seeks: 'win',
    ...(milliseconds === undefined ? {} : { milliseconds: MATE_SHARE * milliseconds }),
    ...(nodes === undefined ? {} : { nodes }),
  });
  if (!proof.ok) return proof;
  if (!proof.value) {
    const isOpen = halted.aborted || milliseconds !== undefined || nodes !== undefined;
    const message = isOpen ? `no mate in ${mate} was found` : `there is no mate in ${mate}`;
    for (const text of messageLines(message)) finding.write(text);
    return undefined;
  }
  const { plies, line } = proof.value;
  if (moves && !moves.includes(line[0]!)) return undefined;
  const lines = [{ score: { kind: 'win', plies } as const, moves: line }];
  const found = { ...proof.value, depth: plies, lines };
  tell(found, finding);
  return ok(found);
}

async function findLines(game: Game, finding: Finding): Promise<Result<Analysis>> {
  const { isLimited, level, multiPv } = finding.options;
  const { engine, go, halted } = finding;
  const least = isLimited ? levels[level]!.limits : {};
  const { nodes, moves, depth } = go.limits;
  const milliseconds = ownTime(go);
  const isRest = go.mate !== undefined;
  const share = isRest ? 1 - MATE_SHARE : 1;
  const shallow = isRest ? [halted.aborted ? 1 : SHORT_DEPTH] : [];
  const depths = [depth, least.depth, ...shallow].filter((each) => each !== undefined);
  const all: Limits = {
    ...(nodes === undefined ? {} : { nodes }),
    ...(moves === undefined ? {} : { moves }),
    ...(depths.length > 0 ? { depth: Math.min(...depths) } : {}),
    ...(milliseconds === undefined ? {} : { milliseconds: share * milliseconds }),
    lines: Math.max(multiPv, least.lines ?? 1),
  };
  let last = '';
  const found = await engine.analyze(game, all, (each) => {
    tell(each, finding);
    last = JSON.stringify(each.lines);
  });
  // A search that is cut short may have found another move in its last depth.
  if (found.ok && JSON.stringify(found.value.lines) !== last) tell(found.value, finding);
  return found;
}

/** Levels look at more lines than the program has asked for. */
function tell(found: Analysis, { options, write }: Finding): void {
  const lines = found.lines.slice(0, options.multiPv);
  for (const text of infoLines({ ...found, lines })) write(text);
}

/** A mate was not found, and a move is wanted. */
const SHORT_DEPTH = 6;
/** Of the time that `go mate` has: the rest is for a move where there is no mate. */
const MATE_SHARE = 0.75;

/** Milliseconds from the beginning of the search; undefined if the program ends it, or begins its time. */
function ownTime({ limits, ponder, infinite }: GoCommand): number | undefined {
  return ponder || infinite ? undefined : limits.milliseconds;
}
