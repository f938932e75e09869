// What the browser's test runs in its page, bundled with the library as any page would be.
import {
  findRuleSet,
  type GenerateEvent,
  generateInMemory,
  HttpSource,
  type Probe,
  parseMaterial,
  type Result,
  Tablebase,
  unwrap,
} from '../../src/index.ts';
import { digestOf } from './digest.ts';

/** A table as it goes to the test: digests of its values, by side to move. */
export interface SolvedHere {
  readonly digests: readonly string[];
  readonly events: readonly GenerateEvent['kind'][];
  /** Turns that the page's own tasks had meanwhile. */
  readonly turns: number;
  /** The names of all tables that came of it. */
  readonly tables: readonly string[];
}

const MOST_TURNS = 1000;

async function solveHere(rulesName: string, name: string, workers: number): Promise<SolvedHere> {
  const rules = unwrap(findRuleSet(rulesName));
  const { material } = unwrap(parseMaterial(name, rules));
  const events: GenerateEvent['kind'][] = [];
  let turns = 0;
  // A task that is always pending. Timers would not do: on a busy machine they are late.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (++turns < MOST_TURNS) port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  // A fast clock makes the solver yield often, however fast the machine is.
  const now = performance.now.bind(performance);
  performance.now = () => 1000 * now();
  const onEvent = ({ kind }: GenerateEvent) => events.push(kind);
  const tables = unwrap(await generateInMemory(rules, [material], { threads: workers, onEvent }));
  performance.now = now;
  port1.close();
  const { values } = tables.get(name)!;
  const digests = await Promise.all(values.map(digestOf));
  return { digests, events, turns, tables: [...tables.keys()] };
}

/** The code of the problem that stopping at once leaves. */
async function stopHere(rulesName: string, name: string, workers: number): Promise<string> {
  const rules = unwrap(findRuleSet(rulesName));
  const { material } = unwrap(parseMaterial(name, rules));
  const controller = new AbortController();
  const onEvent = ({ kind }: GenerateEvent) => kind === 'progress' && controller.abort();
  const made = await generateInMemory(rules, [material], {
    threads: workers,
    onEvent,
    signal: controller.signal,
  });
  return made.ok ? 'solved' : made.problem.code;
}

/** Probes positions together, then again; `now`: how many were at hand by then. */
async function probeHere(rulesName: string, url: string, fens: readonly string[]) {
  const rules = unwrap(findRuleSet(rulesName));
  const base = new Tablebase(rules, new HttpSource(rules, url));
  const positions = fens.map((fen) => unwrap(rules.parseFen(fen)));
  const probes: Result<Probe>[] = await base.probeMany(positions);
  const now = positions.filter((position) => base.valueNow(position) !== undefined).length;
  await base.probeMany(positions);
  return { probes, now };
}

export type Page = typeof page;
const page = { solveHere, stopHere, probeHere };
Object.assign(globalThis, page);
