import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail, InputError, unwrap } from '../board/result.ts';
import { isHostName } from '../server/hostNames.ts';
import { DEFAULT_LIMITS } from '../server/limits.ts';
import type { Listening } from '../server/listen.ts';
import { withVariants } from './gameOptions.ts';
import { interruptible } from './interrupt.ts';
import { wholeNumber } from './optionValues.ts';
import { dirOption, type OutputSettings, outputOf, withOutput } from './settings.ts';
import { gamesOf, type VariantsFile } from './variantsFile.ts';

interface ServeSettings extends OutputSettings {
  readonly dir: string;
  readonly variants?: VariantsFile;
  readonly host: string;
  readonly port: number;
  readonly rate: number;
  readonly name: readonly string[];
  readonly trustProxy?: boolean;
  /** A file; true: the default, false: no games. */
  readonly games: string | boolean;
}

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('run an HTTP server: the board, an API and the files of tables')
    .addOption(dirOption())
    .option('-p, --port <number>', 'the port to listen on; 0: any free port', portNumber, 8080)
    .option('--host <address>', 'the address to listen on; 0.0.0.0: all of them', '127.0.0.1')
    .option(
      '--name <name>',
      'a name by which the server is reached, such as chess.example.org; may be given several times',
      hostNames,
      [],
    )
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
    .action((settings: ServeSettings) => run(settings, program.version() ?? ''));
  refuseBoth(command);
  withOutput(withVariants(command));
}

/** Refuses `--no-games --games FILE`, of which commander would silently take the last. */
function refuseBoth(command: Command): void {
  const given = new Set<string>();
  for (const name of ['games', 'no-games']) {
    command.on(`option:${name}`, () => {
      given.add(name);
      if (given.size > 1) command.error('error: --games and --no-games exclude one another');
    });
  }
}

const help = `
  GET  /                    the board, for browsers
  GET  /metachess?fen=FEN   a position and every move in it, best first
  POST /metachess           {"fens": ["FEN", "FEN"]}: many of them
  GET  /lila/standard?fen=  the same for chess, as the tablebase server of lichess answers; /lila/atomic, /lila/antichess
  GET  /tables              a list of the tables; their files are below it, with ranges
  GET  /games               a list of the games, with those of --variants
  POST /games               begins a game by link, for two players and onlookers: any of these, or one of their own
  GET  /health, /openapi.json

The server answers to localhost, numeric addresses, --host and each --name; requests for other hosts get status 421.

Limits are per visitor, that is, per address. Behind a reverse proxy all visitors have the address of the proxy;
--trust-proxy takes the last address of its X-Forwarded-For instead. Use it only if nobody can bypass the proxy. The proxy
must pass Host on, and --name must name that host.

Ctrl-C, or SIGTERM, lets running requests end.

Example:
  metatb serve --port 8080 &
  curl 'http://127.0.0.1:8080/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-'`;

const GAMES = 'games.db';

async function run(settings: ServeSettings, version: string): Promise<void> {
  const output = outputOf(settings);
  const { dir, host, port, name: names, rate, trustProxy = false, games, variants } = settings;
  const file = games === true ? join(dir, GAMES) : games;
  const found = await stat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) unwrap(fail('setting', `${dir} is a file, not a folder`, dir));
  // Loaded only here: HTTP, WebSocket and the database of games are needed only by a running server.
  const { listen } = await import('../server/listen.ts');
  await interruptible(async (signal) => {
    const server = unwrap(
      await listen({
        dir,
        host,
        port,
        names,
        version,
        variants: gamesOf(variants),
        limits: { rate },
        trustProxy,
        ...(file === false ? {} : { games: { file } }),
        onError: (error) => process.stderr.write(`metatb: ${describe(error)}\n`),
      }),
    );
    const { address, tables } = server;
    output.result({ address, version, tables }, () => `listening on ${address}`);
    for (const line of banner(server, { dir, version, file, isMissing: !found }))
      output.remark(line);
    for (const line of describeOwn(variants)) output.remark(line);
    if (!signal.aborted) {
      await new Promise<void>((stop) => signal.addEventListener('abort', () => stop()));
    }
    output.remark('stopping: running requests may end');
    await server.close();
  });
}

/** Says what is running, which tables it found, and the address to open. */
function banner(
  { address, hasPage, tables }: Listening,
  about: {
    readonly dir: string;
    readonly version: string;
    readonly file: string | false;
    readonly isMissing: boolean;
  },
): string[] {
  const { dir, version, file, isMissing } = about;
  const counts = Object.entries(tables).filter(([, count]) => count > 0);
  const found = counts.map(([rules, count]) => `${count} of ${rules}`).join(', ');
  const none = isMissing ? `there is no folder ${dir}` : `none in ${dir}`;
  return [
    `metatb ${version}`,
    found ? `tables: ${found}, in ${dir}` : `tables: ${none}; metatb generate makes some`,
    hasPage ? `board: open ${address}/ in a browser` : 'board: not built; npm run build makes it',
    file === false ? 'games by link: none' : `games by link: kept in ${file}`,
  ];
}

/** Says which games of the user's file are served, and which are not. */
function describeOwn(file: VariantsFile | undefined): string[] {
  if (!file) return [];
  const { path, sections } = file;
  const names = gamesOf(file).map(({ name }) => name);
  const left = sections.filter(({ rules }) => !rules).map(({ name }) => name);
  const why = `metatb rules --check ${path} says why`;
  return [
    `games of ${path}: ${names.join(', ') || 'none'}`,
    ...(left.length > 0 ? [`left out: ${left.join(', ')}; ${why}`] : []),
  ];
}

/** The message of a problem; of anything else, which is a bug, the stack. */
function describe(error: Error): string {
  return error instanceof InputError ? error.message : (error.stack ?? error.message);
}

function hostNames(name: string, before: readonly string[]): readonly string[] {
  if (isHostName(name)) return [...before, name];
  throw new InvalidArgumentError(
    'It must be a name such as chess.example.org, without http:// or a port.',
  );
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65536) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}
