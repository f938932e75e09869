import { fail, ok, type Result } from '../../board/result.ts';
import { Game } from '../../play/game.ts';
import { openNames } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Analysis } from '../../search/analysis.ts';
import type { Engine } from '../../search/engine.ts';
import { chooseLine, levels } from '../../search/levels.ts';
import { checkSearchable } from '../searchSettings.ts';
import { isFolder } from '../settings.ts';
import { findGame, gamesOf, readVariantsFile, type VariantsFile } from '../variantsFile.ts';
import { find } from './finding.ts';
import { type GoCommand, parseGo } from './goCommand.ts';
import { messageLines } from './infoLines.ts';
import {
  changed,
  type OptionText,
  optionLines,
  parseSetOption,
  type UciOptions,
} from './options.ts';

export interface SessionPorts {
  readonly engine: Engine;
  /** Without the end of the line. */
  write(line: string): void;
  /** From 0 to 1. */
  chance(): number;
}

const COMMANDS = [
  'uci',
  'isready',
  'ucinewgame',
  'setoption',
  'position',
  'go',
  'stop',
  'ponderhit',
  'debug',
  'd',
  'quit',
];

/** What runs after `go`. */
interface Running {
  readonly go: GoCommand;
  readonly ended: Promise<void>;
  /** Lets `bestmove` be said: not before `stop` or `ponderhit` in endless searches. */
  release(): void;
  /** Ends the search, and lets `bestmove` be said. */
  halt(): void;
}

/** A program's talk with the engine in the Universal Chess Interface, line by line. */
export class UciSession {
  private readonly ports: SessionPorts;
  private options: UciOptions;
  private variants: VariantsFile | undefined;
  /** Undefined until there is a position, in games without an initial one. */
  private game: Game | undefined;
  private running: Running | undefined;
  /** The thread has searched with these options. */
  private isWarm = false;

  constructor(ports: SessionPorts, options: UciOptions, variants: VariantsFile | undefined) {
    this.ports = ports;
    this.options = options;
    this.variants = variants;
    this.game = usualGame(options.rules);
    this.configure();
  }

  /** Follows a command. Resolves to false once the program wants to quit. */
  async receive(line: string): Promise<boolean> {
    const words = line.trim().split(/\s+/);
    // As the protocol has it, words before a command that is known are left out.
    const first = words.findIndex((word) => COMMANDS.includes(word));
    if (first < 0) {
      if (line.trim() !== '')
        this.say(`no command '${line.trim()}': there are ${COMMANDS.join(', ')}`);
      return true;
    }
    const [command, ...rest] = words.slice(first);
    switch (command) {
      case 'uci':
        this.introduce();
        break;
      case 'isready':
        await this.warm();
        this.ports.write('readyok');
        break;
      case 'ucinewgame':
        await this.stop();
        this.forget();
        this.game = usualGame(this.options.rules);
        break;
      case 'setoption':
        await this.stop();
        this.report(await this.setOption(line));
        break;
      case 'position':
        await this.stop();
        this.report(this.setPosition(rest));
        break;
      case 'go':
        await this.stop();
        this.go(rest);
        break;
      case 'stop':
        this.running?.halt();
        break;
      case 'ponderhit':
        this.ponderHit();
        break;
      case 'd':
        this.say(this.game?.fen ?? 'no position');
        break;
      case 'quit':
        await this.stop();
        return false;
      default:
        break;
    }
    return true;
  }

  /** The program says no more: what was asked for is finished, but for endless searches. */
  async end(): Promise<void> {
    if (this.running?.go.infinite || this.running?.go.ponder) await this.stop();
    await this.running?.ended;
  }

  private introduce(): void {
    const { write } = this.ports;
    write('id name metatb');
    write('id author the metatb authors');
    for (const line of optionLines(this.options, this.names())) write(line);
    write('uciok');
  }

  private names(): readonly string[] {
    const own = gamesOf(this.variants).map(({ name }) => name);
    return [...new Set([...openNames, ...own, this.options.rules.name])];
  }

  private async setOption(line: string): Promise<Result<unknown>> {
    const option = parseSetOption(line);
    if (!option.ok) return option;
    const { name, value } = option.value;
    if (name === 'clear hash') {
      this.forget();
      return ok(undefined);
    }
    if (name === 'variantpath') return this.readVariants(value);
    if (name === 'tablepath' && value !== '' && !(await isFolder(value)))
      return fail('read', `there is no folder ${value}`, value);
    const next =
      name === 'uci_variant'
        ? this.variantOption(option.value)
        : changed(this.options, option.value);
    if (next === undefined) return fail('uci', `there is no option '${name}'`, name);
    if (!next.ok) return next;
    const isOther = next.value.rules !== this.options.rules;
    this.options = next.value;
    if (isOther) this.game = usualGame(next.value.rules);
    this.configure();
    return next;
  }

  private variantOption({ value }: OptionText): Result<UciOptions> {
    const asWritten = findGame(value, this.variants);
    const rules = asWritten.ok ? asWritten : findGame(value.toLowerCase(), this.variants);
    const found = rules.ok ? checkSearchable(rules.value) : rules;
    return found.ok ? ok({ ...this.options, rules: found.value }) : found;
  }

  private async readVariants(path: string): Promise<Result<unknown>> {
    if (path === '') {
      this.variants = undefined;
      return ok(undefined);
    }
    const file = await readVariantsFile(path);
    if (!file.ok) return file;
    this.variants = file.value;
    // So do other engines: programs learn the new names from it.
    const [line] = optionLines(this.options, this.names()).filter((each) =>
      each.includes('UCI_Variant'),
    );
    this.ports.write(line!);
    return file;
  }

  private configure(): void {
    const { hash, tablePath, isLimited, level } = this.options;
    this.ports.engine.configure({
      hashBytes: hash * 2 ** 20,
      tables: tablePath === '' ? undefined : tablePath,
      usesTables: !isLimited || levels[level]!.usesTables,
    });
    this.isWarm = false;
  }

  private forget(): void {
    this.ports.engine.close();
    this.isWarm = false;
  }

  /** Starts the thread and has it take its memory, before a clock runs. */
  private async warm(): Promise<void> {
    if (this.isWarm || this.running || !this.game) return;
    this.isWarm = true;
    await this.ports.engine.analyze(playable(this.game), { depth: 1 });
  }

  private setPosition(words: readonly string[]): Result<unknown> {
    const { rules } = this.options;
    const at = words.indexOf('moves');
    const [kind, ...fen] = at < 0 ? words : words.slice(0, at);
    if (kind !== 'startpos' && kind !== 'fen') {
      return fail('uci', 'say position startpos, or position fen FEN, then moves', kind ?? '');
    }
    const start = rules.parseFen(kind === 'startpos' ? kind : fen.join(' '));
    if (!start.ok) return start;
    let game = Game.start(rules, start.value);
    for (const uci of at < 0 ? [] : words.slice(at + 1)) {
      const next = game.follow(uci);
      if (!next.ok) return next;
      game = next.value;
    }
    this.game = game;
    return ok(game);
  }

  private go(words: readonly string[]): void {
    const { game } = this;
    if (!game) {
      this.say(`${this.options.rules.name} has no initial position: send one`);
      this.ports.write('bestmove (none)');
      return;
    }
    const go = parseGo(words, game.turn);
    for (const problem of go.problems) this.say(problem);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    if (!go.infinite && !go.ponder) release();
    const halted = new AbortController();
    const running: Running = {
      go,
      ended: this.search(game, go, released, halted.signal),
      release,
      halt: () => {
        halted.abort();
        this.ports.engine.stop();
        release();
      },
    };
    this.running = running;
    void running.ended.then(() => {
      if (this.running === running) this.running = undefined;
    });
  }

  /** Searches and says the best move. */
  private async search(
    game: Game,
    go: GoCommand,
    released: Promise<void>,
    halted: AbortSignal,
  ): Promise<void> {
    const { options, ports } = this;
    const { engine, write } = ports;
    const found = await find(playable(game), { engine, options, go, halted, write });
    if (!found.ok) this.say(found.problem.message);
    await released;
    const analysis = found.ok ? found.value : nothing;
    const { isLimited, level } = options;
    const chosen = isLimited ? chooseLine(analysis, levels[level]!, ports.chance()) : 0;
    const best = analysis.lines[chosen];
    // What is asked must be answered, whatever came between.
    const [first = anyMove(game), reply] = best?.moves ?? [];
    write(`bestmove ${first}${reply === undefined ? '' : ` ponder ${reply}`}`);
  }

  /** The time of a move that was pondered begins. */
  private ponderHit(): void {
    const { running } = this;
    if (!running?.go.ponder) return;
    running.release();
    const { milliseconds } = running.go.limits;
    if (running.go.infinite || milliseconds === undefined) return;
    const timer = setTimeout(() => running.halt(), milliseconds);
    void running.ended.then(() => clearTimeout(timer));
  }

  private async stop(): Promise<void> {
    const { running } = this;
    if (!running) return;
    running.halt();
    await running.ended;
  }

  private report(result: Result<unknown>): void {
    if (!result.ok) this.say(result.problem.message);
  }

  private say(text: string): void {
    for (const line of messageLines(text)) this.ports.write(line);
  }
}

const nothing: Analysis = { depth: 0, nodes: 0, milliseconds: 0, lines: [] };

/** A program may go on after a draw that nobody has claimed. */
function playable(game: Game): Game {
  return game.status.ending ? Game.start(game.rules, { ...game.position, halfmoves: 0 }) : game;
}

function anyMove({ rules, position }: Game): string {
  const [move] = rules.legalMoves(position);
  return move ? rules.makeUci(move) : '(none)';
}

function usualGame(rules: RuleSet): Game | undefined {
  const start = rules.parseFen('startpos');
  return start.ok ? Game.start(rules, start.value) : undefined;
}
