import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail, InputError, ok, type Result, unwrap } from '../board/result.ts';
import type { QueueState } from '../queue/state.ts';
import { isHostName } from '../server/hostNames.ts';
import { DEFAULT_LIMITS } from '../server/limits.ts';
import type { Listening } from '../server/listen.ts';
import { DEFAULT_UPLOAD_LIMITS, isToken, LEAST_TOKEN } from '../server/uploads/uploadLimits.ts';
import { withVariants } from './gameOptions.ts';
import { interruptible } from './interrupt.ts';
import { byteSize, wholeNumber } from './optionValues.ts';
import type { Output } from './output.ts';
import { queueAddressOf, queueOption } from './queueSettings.ts';
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
  /** A token; true: that of METATB_TOKEN. */
  readonly accept?: string | true;
  readonly acceptLimit: number;
  /** A file; true: the default, false: no games. */
  readonly games: string | boolean;
  readonly queue?: string;
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
    .option(
      '--accept [token]',
      'take tables from clients that know the token; better: set METATB_TOKEN, and give none here',
    )
    .option(
      '--accept-limit <size>',
      'the most bytes of a table that is taken',
      byteSize,
      DEFAULT_UPLOAD_LIMITS.bytes,
    )
    .addOption(
      new Option('--games <file>', 'where games by link are kept; :memory: forgets them')
        .default(true, 'games.db in the folder of tables')
        .env('METATB_GAMES'),
    )
    .option('--no-games', 'no games by link')
    .addOption(queueOption())
    .addHelpText('after', help)
    .action((settings: ServeSettings, self: Command) =>
      run(settings, self, program.version() ?? ''),
    );
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
  PUT  /tables/GAME/TABLE.mtb  uploads a table, with --accept
  GET  /games               a list of the games, with those of --variants
  POST /games               begins a game by link, for two players and onlookers: any of these, or one of their own
  GET  /queue/              a page of the work of many machines, with --queue; GET /queue: the same as JSON
  GET  /health, /openapi.json

The server answers to localhost, numeric addresses, --host and each --name; requests for other hosts get status 421.

Limits are per visitor, that is, per address. Behind a reverse proxy all visitors have the address of the proxy;
--trust-proxy takes the last address of its X-Forwarded-For instead. Use it only if nobody can bypass the proxy. The proxy
must pass Host on, and --name must name that host.

--accept lets clients upload tables that are missing: the store of 'metatb generate --queue' and 'metatb work'. METATB_TOKEN is
the token that they must know, best of 16 characters or more. A table is taken if it is sound, its statistics are right and a
sample of its values follows from the tables that are there; none is ever replaced.

Ctrl-C, or SIGTERM, lets running requests end.

Example:
  metatb serve --port 8080 &
  curl 'http://127.0.0.1:8080/metachess?fen=8/8/8/2K5/k7/8/4Q3/8_b_-_-'`;

const GAMES = 'games.db';

async function run(settings: ServeSettings, self: Command, version: string): Promise<void> {
  const output = outputOf(settings);
  const { dir, host, port, name: names, rate, trustProxy = false, games, variants } = settings;
  const accepted = acceptOf(settings);
  const file = games === true ? join(dir, GAMES) : games;
  const found = await stat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) unwrap(fail('setting', `${dir} is a file, not a folder`, dir));
  const queue = await queueOf(settings, self, output);
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
        ...(accepted ? { accept: accepted } : {}),
        ...(file === false ? {} : { games: { file } }),
        ...(queue ? { queue: queue.look } : {}),
        onError: (error) => process.stderr.write(`metatb: ${describe(error)}\n`),
      }),
    );
    const { address, tables } = server;
    output.result({ address, version, tables }, () => `listening on ${address}`);
    for (const line of banner(server, { dir, version, file, isMissing: !found }))
      output.remark(line);
    for (const line of describeOwn(variants)) output.remark(line);
    if (queue) output.remark(`queue: open ${address}/queue/ in a browser`);
    if (accepted) output.remark('uploads: tables of clients with the token');
    if (accepted?.isVisible) output.remark(VISIBLE);
    if (accepted?.isShort) output.remark(SHORT);
    if (!signal.aborted) {
      await new Promise<void>((stop) => signal.addEventListener('abort', () => stop()));
    }
    output.remark('stopping: running requests may end');
    await server.close();
    queue?.close();
  });
}

const SHORT = `the token has fewer than ${LEAST_TOKEN} characters: openssl rand -hex 16 makes one that nobody guesses`;
const VISIBLE =
  'the token was an argument: other users of this machine may have read it, and METATB_TOKEN hides it';

/** The token and the limits for uploads; undefined without --accept. */
function acceptOf({ accept, acceptLimit }: ServeSettings) {
  if (accept === undefined) return undefined;
  const isVisible = accept !== true;
  // Lists of processes show arguments: overwrites them, on systems that allow it.
  if (isVisible) process.title = 'metatb serve';
  const token = isVisible ? accept : process.env.METATB_TOKEN;
  if (!token) {
    unwrap(
      fail('usage', 'set METATB_TOKEN to a token for --accept: openssl rand -hex 16 makes one'),
    );
  }
  if (!isToken(token!)) {
    unwrap(fail('usage', 'the token of --accept must be of ASCII, without spaces'));
  }
  const isShort = token!.length < LEAST_TOKEN;
  return { token: token!, isVisible, isShort, limits: { bytes: Math.floor(acceptLimit) } };
}

/** A queue that may be away for longer is said to be unreachable. */
const LOOK_MS = 3000;

/** How the server looks at the queue of --queue. */
async function queueOf({ queue }: ServeSettings, self: Command, output: Output) {
  if (queue === undefined) return undefined;
  const address = await queueAddressOf(self);
  const { connectQueue } = await import('../queue/connection.ts');
  const { readState } = await import('../queue/readState.ts');
  const redis = unwrap(await connectQueue(address, (text) => output.remark(text)));
  const look = async (): Promise<Result<QueueState>> => {
    const late = pause(LOOK_MS, undefined, { ref: false });
    const state = await Promise.race([readState(redis), late]);
    return state ? ok(state) : fail('queue', `${address.name} does not answer`, address.name);
  };
  return { look, close: () => redis.disconnect() };
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
