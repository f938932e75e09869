import type { Color } from '../../pieces/army.ts';
import type { Limits } from '../../search/analysis.ts';
import { timeForMove } from './clock.ts';

/** What `go` asks for. */
export interface GoCommand {
  /** The time is counted from `ponderhit`. */
  readonly limits: Limits;
  readonly ponder: boolean;
  /** Until `stop`. */
  readonly infinite: boolean;
  /** Look for a mate in this number of moves. */
  readonly mate?: number;
  /** Of what was not understood, and is left out. */
  readonly problems: readonly string[];
}

const NUMBERS = [
  'depth',
  'nodes',
  'movetime',
  'wtime',
  'btime',
  'winc',
  'binc',
  'movestogo',
  'mate',
] as const;
const WORDS = [...NUMBERS, 'infinite', 'ponder', 'searchmoves'];

/** Reads the words behind `go`. `turn`: the side to move, whose clock counts. */
export function parseGo(words: readonly string[], turn: Color): GoCommand {
  const numbers = new Map<string, number>();
  const found = new Set<string>();
  const moves: string[] = [];
  const problems: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!WORDS.includes(word)) problems.push(`go has no '${word}': it has ${WORDS.join(', ')}`);
    found.add(word);
    if (word === 'searchmoves') {
      while (i + 1 < words.length && !WORDS.includes(words[i + 1]!)) moves.push(words[++i]!);
    } else if ((NUMBERS as readonly string[]).includes(word)) {
      const text = words[i + 1] ?? '';
      if (!WORDS.includes(text)) i++;
      if (/^-?\d{1,12}$/.test(text)) numbers.set(word, Number(text));
      else problems.push(`go ${word} needs a whole number, not '${text}'`);
    }
  }
  const [own, gain] = turn === 0 ? ['wtime', 'winc'] : ['btime', 'binc'];
  const time = numbers.get(own);
  const milliseconds =
    numbers.get('movetime') ??
    (time === undefined
      ? undefined
      : timeForMove({
          time: Math.max(0, time),
          increment: numbers.get(gain) ?? 0,
          movesToGo: numbers.get('movestogo'),
        }));
  const [depth, nodes, mate] = ['depth', 'nodes', 'mate'].map((key) => numbers.get(key));
  const isEndless = [milliseconds, depth, nodes, mate].every((limit) => limit === undefined);
  return {
    limits: {
      ...(milliseconds === undefined ? {} : { milliseconds: Math.max(1, milliseconds) }),
      ...(depth === undefined ? {} : { depth: Math.max(1, depth) }),
      ...(nodes === undefined ? {} : { nodes: Math.max(1, nodes) }),
      ...(moves.length > 0 ? { moves } : {}),
    },
    ponder: found.has('ponder'),
    infinite: found.has('infinite') || isEndless,
    ...(mate === undefined ? {} : { mate: Math.max(1, mate) }),
    problems,
  };
}
