import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { fail, type Problem, type Result } from '../chess/result.ts';
import type { Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import type { TableStore } from '../store/tableStore.ts';
import { type Answer, answer, type Refusal, refusal } from './answer.ts';
import { listTables, sendTable } from './files.ts';
import type { Games } from './games/games.ts';
import { type Limits, RateLimit } from './limits.ts';
import { openApi } from './openApi.ts';
import { addPage, type PageFiles } from './page.ts';

/** What the API answers from, one a rule set. */
export interface Service {
  readonly store: TableStore;
  readonly tablebase: Tablebase<unknown>;
}

export interface ApiOptions {
  readonly services: readonly Service[];
  readonly limits: Limits;
  readonly version: string;
  /** Who asks; the same string is the same visitor. */
  readonly visitor: (c: Context) => string;
  /** The page at the root, where there is one. */
  readonly page?: PageFiles;
  /** Games by link, where there are any. */
  readonly games?: Pick<Games, 'limits' | 'routes'> | undefined;
  /** Where what goes wrong in here is told. */
  readonly onError?: (error: Error) => void;
}

/** A day: answers change only where a table is made anew. */
const ANSWER_MAX_AGE = 86_400;

/** The HTTP API (described by /openapi.json): questions about positions, and the files of tables. */
export function makeApi(options: ApiOptions): Hono {
  const { services, limits, version, visitor, page, games, onError } = options;
  const app = new Hono();
  const rate = new RateLimit(limits.rate);
  const began = Date.now();

  app.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD', 'POST', 'OPTIONS'],
      allowHeaders: ['Content-Type', 'Range', 'If-Match', 'If-None-Match', 'If-Range'],
      exposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag', 'Retry-After'],
      maxAge: ANSWER_MAX_AGE,
    }),
  );
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    // For pages that are cross-origin isolated.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
  });
  app.onError((error, c) => {
    onError?.(error);
    return c.json(refusal({ code: 'internal', message: 'a fault of this server', text: '' }), 500);
  });
  app.notFound((c) => {
    const known = [...services.map(({ store }) => `/${store.rules.name}?fen=...`), '/tables'];
    const message = `nothing here: there are ${known.join(', ')}, /health and /openapi.json`;
    return c.json(refusal({ code: 'not-found', message, text: '' }), 404);
  });

  /** Undefined where the visitor may go on. */
  const tooMany = (c: Context, positions: number): Response | undefined => {
    const wait = rate.take(visitor(c), positions);
    if (wait === 0) return undefined;
    const message = `more than ${limits.rate} positions a second: ask again in ${wait} s`;
    return c.json(refusal({ code: 'rate', message, text: '' }), 429, {
      'Retry-After': String(wait),
    });
  };

  if (page) addPage(app, page);
  app.get('/health', (c) =>
    c.json({ status: 'ok', version, uptime: Math.round((Date.now() - began) / 1000) }),
  );
  app.get('/openapi.json', (c) =>
    c.json(
      openApi({
        version,
        rules: services.map(({ store }) => store.rules),
        limits,
        page: page?.has('') ?? false,
        games: games?.limits,
      }),
    ),
  );
  app.get('/tables', async (c) => {
    const lists = await Promise.all(
      services.map(async ({ store }) => [store.rules.name, await listTables(store)] as const),
    );
    return c.json(Object.fromEntries(lists));
  });

  for (const { store, tablebase } of services) {
    const { rules } = store;
    app.on(['GET', 'HEAD'], `/tables/${rules.name}/:file`, (c) =>
      sendTable(c, store, c.req.param('file')),
    );
    app.get(`/${rules.name}`, async (c) => {
      const limited = tooMany(c, 1);
      if (limited) return limited;
      const fen = c.req.query('fen');
      if (fen === undefined) {
        const message = `give a position: /${rules.name}?fen=FEN, with spaces or underscores`;
        return c.json(refusal({ code: 'fen', message, text: '' }), 400);
      }
      const [result] = await answers(rules, tablebase, [fen], limits, c.req.raw.signal);
      if ('error' in result!) return c.json(result, statusOf(result.error.code));
      return c.json(result, 200, { 'Cache-Control': `public, max-age=${ANSWER_MAX_AGE}` });
    });
    app.post(
      `/${rules.name}`,
      bodyLimit({
        maxSize: limits.body,
        onError: (c) => {
          const message = `a body has at most ${limits.body} bytes`;
          return c.json(refusal({ code: 'too-large', message, text: '' }), 413);
        },
      }),
      async (c) => {
        const fens = readBatch(await c.req.text(), limits);
        if (!fens.ok) return c.json(refusal(fens.problem), 400);
        const limited = tooMany(c, fens.value.length);
        if (limited) return limited;
        const results = await answers(rules, tablebase, fens.value, limits, c.req.raw.signal);
        return c.json({ positions: results });
      },
    );
  }
  if (games) app.route('/', games.routes(visitor));
  return app;
}

/** `{"fens": ["...", "..."]}`. */
function readBatch(text: string, { batch }: Limits): Result<readonly string[]> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return fail('body', 'the body must be JSON: {"fens": ["FEN", "FEN"]}');
  }
  const fens =
    typeof body === 'object' && body !== null ? (body as { fens?: unknown }).fens : undefined;
  if (!Array.isArray(fens) || !fens.every((fen) => typeof fen === 'string')) {
    return fail('body', 'the body must be an object: {"fens": ["FEN", "FEN"]}');
  }
  if (fens.length > batch) {
    return fail('too-many', `${fens.length} positions: one request has at most ${batch}`);
  }
  return { ok: true, value: fens };
}

/** One a FEN, in their order. */
async function answers(
  rules: RuleSet,
  tablebase: Tablebase<unknown>,
  fens: readonly string[],
  limits: Limits,
  signal: AbortSignal,
): Promise<readonly (Answer | Refusal)[]> {
  const parsed = fens.map((fen) =>
    fen.length > limits.fen
      ? fail('fen', `a FEN has at most ${limits.fen} characters`)
      : rules.parseFen(fen.replaceAll('_', ' ')),
  );
  const positions = parsed.flatMap((each) => (each.ok ? [each.value] : []));
  const probes = await tablebase.probeMany(positions, { signal });
  let next = 0;
  return parsed.map((each) => {
    if (!each.ok) return refusal(each.problem);
    return answer(rules, each.value, probes[next++]!);
  });
}

function statusOf(code: Problem['code']): 400 | 404 | 422 | 500 {
  if (code === 'missing-table') return 404;
  if (code === 'castling' || code === 'not-covered') return 422;
  if (code === 'read' || code === 'changed' || code.startsWith('mtb-')) return 500;
  return 400;
}
