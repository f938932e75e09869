import { fail, ok, type Result } from '../../src/board/result.ts';
import type { Game } from '../../src/play/game.ts';
import { fairyEngine } from '../../tools/fairyGames.ts';
import type { Mover } from './mover.ts';
import type { FairyPlayer } from './player.ts';
import { type Command, UciProgram } from './uciProgram.ts';

/** Of its transposition table, in MiB: as much as ours has. */
export const HASH = 16;

/** Fairy-Stockfish as a program that speaks UCI. */
export class FairyMover implements Mover {
  private readonly uci: UciProgram;
  private readonly player: FairyPlayer;

  constructor(command: Command, rules: string, player: FairyPlayer) {
    this.player = player;
    this.uci = new UciProgram(command);
    const options = {
      UCI_Variant: rules,
      'Skill Level': player.skill,
      Hash: HASH,
      Threads: 1,
      Ponder: false,
      'Use NNUE': false,
    };
    for (const [name, value] of Object.entries(options)) {
      this.uci.send(`setoption name ${name} value ${value}`);
    }
  }

  async begin(): Promise<Result<unknown>> {
    this.uci.send('ucinewgame');
    return this.uci.ask('isready', 'readyok');
  }

  async move(game: Game): Promise<Result<string>> {
    const start = game.rules.makeFen(game.start);
    const moves = game.plies.map(({ uci }) => uci).join(' ');
    this.uci.send(`position fen ${start}${moves && ` moves ${moves}`}`);
    const answer = await this.uci.ask(`go movetime ${this.player.milliseconds}`, 'bestmove');
    return answer.ok ? ok(answer.value.split(' ')[1]!) : answer;
  }

  end(): void {
    this.uci.end();
  }
}

/** Milliseconds for a program to say who it is. */
const FIRST_PATIENCE = 10_000;

/** Fairy-Stockfish and what it calls itself. `named`: by default npm's, which is WebAssembly. Errors: `fairy`. */
export async function findFairy(
  named: string | undefined,
): Promise<Result<{ readonly command: Command; readonly name: string }>> {
  const command: Command = named === undefined ? [process.execPath, fairyEngine] : [named];
  const program = new UciProgram(command);
  const id = await program.ask('uci', 'id name ', FIRST_PATIENCE);
  program.end();
  if (id.ok) return ok({ command, name: id.value.slice('id name '.length).trim() });
  const hint = named === undefined ? 'npm ci installs it' : 'it must be a program that speaks UCI';
  const message = `no Fairy-Stockfish: ${id.problem.message}; ${hint}`;
  return fail('fairy', message, id.problem.text);
}
