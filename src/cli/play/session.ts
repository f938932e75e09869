import { fail, ok, type Result } from '../../board/result.ts';
import { BLACK, type Color, opposite } from '../../pieces/army.ts';
import type { Game } from '../../play/game.ts';
import { GameTree } from '../../play/gameTree.ts';
import { makePgn } from '../../play/makePgn.ts';
import { moveNumber, numberedMoves, plyOf, wrap } from '../../play/moveText.ts';
import { choiceWords, sideName } from '../../play/words.ts';
import type { Engine } from '../../search/engine.ts';
import { chooseLine, type Level, levels } from '../../search/levels.ts';
import { sanOf, scoreText } from '../lineText.ts';

export interface PlayPorts {
  readonly engine: Engine;
  /** The best move by tables, in UCI, if they have the position. */
  tableMove(game: Game): Promise<string | undefined>;
  print(text: string): void;
  draw(game: Game): string;
  /** Errors: those of writing a file. */
  save(path: string, text: string): Promise<Result<unknown>>;
  /** From 0 to 1. */
  chance(): number;
}

export interface PlayStart {
  readonly game: Game;
  /** The side that the person plays. */
  readonly side: Color;
  readonly level: Level;
  /** The most milliseconds that the computer thinks about a move. */
  readonly milliseconds: number;
}

const help = `A move is typed in SAN or UCI: Nf3, g1f3. Or say
  moves       which moves there are
  hint        what the computer would play
  back        take a move back, and the computer's before it
  level N     play against another level, 1 to ${levels.length}
  board, fen  show the position
  pgn         print the game
  save FILE   write the game to a file
  resign      give up
  quit        leave`;

const HINT_LIMITS = { milliseconds: 1000 };

/** A game in the terminal against the computer, line by line. */
export class PlaySession {
  private readonly ports: PlayPorts;
  private readonly side: Color;
  private readonly milliseconds: number;
  private level: Level;
  private game: Game;
  private hasResigned = false;
  /** Has it been said that tables play? */
  private isPerfect = false;

  constructor(ports: PlayPorts, { game, side, level, milliseconds }: PlayStart) {
    this.ports = ports;
    this.game = game;
    this.side = side;
    this.level = level;
    this.milliseconds = milliseconds;
  }

  /** Says what is played, and plays the computer's first move if it begins. */
  async begin(): Promise<Result<undefined>> {
    const { title } = this.game.rules;
    const { name, number } = this.level;
    this.ports.print(
      `${title}: you play ${sideName(this.side)} against level ${number} (${name}). Type help for help.\n`,
    );
    return this.goOn();
  }

  /** Follows a line. Resolves to false once the game is left. Errors: those of the search. */
  async receive(line: string): Promise<Result<boolean>> {
    const [command = '', ...rest] = line.trim().split(/\s+/);
    const text = rest.join(' ');
    switch (command.toLowerCase()) {
      case '':
        return ok(true);
      case 'quit':
      case 'exit':
        return ok(false);
      case 'help':
      case '?':
        return this.say(help);
      case 'board':
        return this.say(this.ports.draw(this.game));
      case 'fen':
        return this.say(this.game.fen);
      case 'moves':
        return this.say(this.moves());
      case 'pgn':
        return this.say(this.pgn().trimEnd());
      case 'save':
        return this.save(text);
      case 'level':
        return this.changeLevel(text);
      case 'hint':
        return this.hint();
      case 'back':
        return this.takeBack();
      case 'resign':
        return this.resign();
      default:
        return this.move(line.trim());
    }
  }

  private say(text: string): Result<true> {
    this.ports.print(text);
    return ok(true);
  }

  private get isOver(): boolean {
    return this.hasResigned || this.game.status.ending !== undefined;
  }

  private async move(text: string): Promise<Result<boolean>> {
    if (this.isOver) return this.say('The game is over: say back, pgn, save FILE or quit.');
    const { rules, position, choices } = this.game;
    const move = rules.parseMove(position, text);
    if (!move.ok) return this.say(`${move.problem.message} (moves lists the moves, help explains)`);
    const choice = choices.get(rules.makeUci(move.value))!;
    if (!choice.legal) return this.say(choiceWords(choice));
    this.play(choice.uci);
    const gone = await this.goOn();
    return gone.ok ? ok(true) : gone;
  }

  /** Shows the position, after the computer's move if it is its turn. */
  private async goOn(): Promise<Result<undefined>> {
    const { ports } = this;
    while (!this.isOver && this.game.turn !== this.side) {
      const uci = await this.decide();
      if (!uci.ok) return uci;
      this.play(uci.value);
      const [words] = this.lineOf(this.game.length - 1);
      ports.print(`The computer plays ${words}`);
    }
    ports.print(`${ports.draw(this.game)}\n${this.game.status.words}`);
    return ok(undefined);
  }

  private play(uci: string): void {
    const next = this.game.play(uci);
    if (!next.ok) throw new Error(next.problem.message);
    this.game = next.value;
  }

  /** The computer's move. Errors: those of the search. */
  private async decide(): Promise<Result<string>> {
    const { engine, chance, tableMove, print } = this.ports;
    const { game, level, milliseconds } = this;
    const perfect = level.usesTables ? await tableMove(game) : undefined;
    if (perfect !== undefined) {
      if (!this.isPerfect) print('The tables have this endgame: the computer plays perfectly.');
      this.isPerfect = true;
      return ok(perfect);
    }
    engine.configure({ usesTables: level.usesTables });
    const found = await engine.analyze(game, {
      ...level.limits,
      milliseconds: Math.min(level.limits.milliseconds ?? milliseconds, milliseconds),
    });
    if (!found.ok) return found;
    const line = found.value.lines[chooseLine(found.value, level, chance())];
    const [move] = line?.moves ?? game.rules.legalMoves(game.position).map(game.rules.makeUci);
    return ok(move!);
  }

  private async hint(): Promise<Result<boolean>> {
    if (this.isOver) return this.say('The game is over.');
    const { engine } = this.ports;
    engine.configure({ usesTables: true });
    const found = await engine.analyze(this.game, HINT_LIMITS);
    if (!found.ok) return found;
    const [best] = found.value.lines;
    if (!best) return this.say('There is no hint.');
    return this.say(`${sanOf(this.game, best.moves.slice(0, 1))[0]} (${scoreText(best.score)})`);
  }

  private takeBack(): Result<true> {
    const { game, side } = this;
    // To the person's last move: the computer has answered, unless that ended the game.
    const length = game.length - (game.turn === side && !this.hasResigned ? 2 : 1);
    if (this.hasResigned) this.hasResigned = false;
    else if (length < 0) return this.say('There is no move of yours to take back.');
    else this.game = game.shortened(length);
    return this.say(`${this.ports.draw(this.game)}\n${this.game.status.words}`);
  }

  private resign(): Result<true> {
    if (this.isOver) return this.say('The game is over.');
    this.hasResigned = true;
    return this.say(`${sideName(this.side)} resigns. ${sideName(opposite(this.side))} wins.`);
  }

  private changeLevel(text: string): Result<true> {
    const level = levels.find(({ number, name }) => text === String(number) || text === name);
    if (!level) {
      const names = levels.map(({ number, name }) => `${number} ${name}`).join(', ');
      return this.say(`The levels are ${names}; now it is ${this.level.number}.`);
    }
    this.level = level;
    return this.say(`Level ${level.number} (${level.name}).`);
  }

  private moves(): string {
    const sorted = [...this.game.choices.values()].sort(
      (a, b) => Number(b.legal) - Number(a.legal),
    );
    const words = sorted.map(({ san, legal }) => (legal ? san : `(${san}: forbidden)`));
    return wrap(words, 79).join('\n');
  }

  private async save(path: string): Promise<Result<boolean>> {
    if (path === '') return this.say('Say save FILE.');
    const saved = await this.ports.save(path, this.pgn());
    return this.say(saved.ok ? `${path} is written.` : saved.problem.message);
  }

  private pgn(): string {
    const computer = `Computer (${this.level.name})`;
    const [white, black] = this.side === BLACK ? [computer, 'Player'] : ['Player', computer];
    const tags = new Map([
      ['White', white],
      ['Black', black],
    ]);
    if (this.hasResigned) tags.set('Result', this.side === BLACK ? '1-0' : '0-1');
    return makePgn(GameTree.of(this.game, tags));
  }

  /** The moves of the game from a ply on, numbered. */
  private lineOf(from: number): string[] {
    const { game } = this;
    const first = plyOf(game) - game.length + from;
    const san = game.plies.slice(from).map((ply) => ply.san);
    return numberedMoves(san, first % 2 === 1, moveNumber(first));
  }
}

/** The side that a person asks for. Errors: `setting`. */
export function sideOf(text: string, chance: number): Result<Color> {
  switch (text) {
    case 'white':
      return ok(0);
    case 'black':
      return ok(1);
    case 'random':
      return ok(chance < 0.5 ? 0 : 1);
    default:
      return fail('setting', `'${text}' is no side: say white, black or random`, text);
  }
}
