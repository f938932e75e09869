import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { unwrap } from '../chess/result.ts';
import { DEFAULT_LIMITS } from '../server/limits.ts';
import { listen } from '../server/listen.ts';
import { interruptible } from './interrupt.ts';
import { folderName, type OutputSettings, outputOf, wholeNumber, withOutput } from './settings.ts';

interface ServeSettings extends OutputSettings {
  readonly dir: string;
  readonly host: string;
  readonly port: number;
  readonly rate: number;
  readonly trustProxy?: boolean;
  /** A file; true: the default, false: no games. */
  readonly games: string | boolean;
}

export function addServe(program: Command, version: string): void {
  const command = program
    .command('serve')
    .description('an HTTP server that answers from the tables of a folder')
    .addOption(
      new Option('-d, --dir <folder>', 'where tables are')
        .argParser(folderName)
        .default('tables')
        .env('METATB_DIR'),
    )
    .option('-p, --port <number>', 'where to listen; 0: any port that is free', portNumber, 8080)
    .option('--host <address>', 'for whom to listen; 0.0.0.0: for everybody', '127.0.0.1')
    .option(
      '--rate <count>',
      'positions a second that one visitor may ask for',
      wholeNumber,
      DEFAULT_LIMITS.rate,
    )
    .option(
      '--trust-proxy',
      'behind a reverse proxy: a visitor is the last address in X-Forwarded-For',
    )
    .addOption(
      new Option('--games <file>', 'where games by link are kept; :memory: forgets them')
        .default(true, 'games.db in the folder of tables')
        .env('METATB_GAMES'),
    )
    .option('--no-games', 'no games by link')
    .addHelpText('after', help)
    .action((settings: ServeSettings) => run(settings, version));
  withOutput(command);
}

const help = `
  GET  /                    the board, for browsers
  GET  /metachess?fen=FEN   a position and every move in it, best first
  POST /metachess           {"fens": ["FEN", "FEN"]}: many of them
  GET  /tables              which tables there are; their files below it, with ranges
  POST /games               begins a game by link, of two players and onlookers
  GET  /health, /openapi.json

Limits are a visitor's, who is an address. Behind a reverse proxy that is the proxy's, unless --trust-proxy says to
believe what it appends to X-Forwarded-For; only where nobody can come past the proxy. It has to pass Host on.

Ctrl-C, or SIGTERM, lets the requests in work end.

Example:
  metatb serve --port 8080 &
  curl 'http://127.0.0.1:8080/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-'`;

const GAMES = 'games.db';

async function run(settings: ServeSettings, version: string): Promise<void> {
  const output = outputOf(settings);
  const { dir, host, port, rate, trustProxy = false, games } = settings;
  const file = games === true ? join(dir, GAMES) : games;
  await interruptible(async (signal) => {
    const server = unwrap(
      await listen({
        dir,
        host,
        port,
        version,
        limits: { rate },
        trustProxy,
        ...(file === false ? {} : { games: { file } }),
        onError: (error) => process.stderr.write(`metatb: ${error.stack ?? error.message}\n`),
      }),
    );
    output.result({ address: server.address }, () => `listening on ${server.address}`);
    if (!signal.aborted) {
      await new Promise<void>((stop) => signal.addEventListener('abort', () => stop()));
    }
    output.remark('stopping: requests in work may end');
    await server.close();
  });
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}
