import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { fail, type Result } from '../board/result.ts';
import type { Position } from '../position/position.ts';
import type { Tablebase } from '../probe/tablebase.ts';
import type { RuleSet } from '../rules/ruleset.ts';
import { type Answer, answer, type Refusal, refusal } from './answer.ts';
import type { Limits } from './limits.ts';
import { publicProblem, publicRefusal } from './refusals.ts';

/** A day: answers change only when a table is made again. */
export const ANSWER_MAX_AGE = 86_400;

export interface PositionOptions {
  readonly rules: RuleSet;
  readonly tablebase: Tablebase;
  readonly limits: Limits;
  /** The refusal for a visitor that asks for too many positions, otherwise undefined. */
  readonly tooMany: (c: Context, positions: number) => Response | undefined;
  readonly onError?: ((error: Error) => void) | undefined;
}

/** `GET /metachess?fen=`, one position, and `POST /metachess`, many of them. */
export function positionRoutes(options: PositionOptions): Hono {
  const { rules, limits, tooMany } = options;
  const app = new Hono();
  app.get(`/${rules.name}`, async (c) => {
    const limited = tooMany(c, 1);
    if (limited) return limited;
    const fen = c.req.query('fen');
    if (fen === undefined) {
      const message = `give a position: /${rules.name}?fen=FEN, with spaces or underscores`;
      return c.json(refusal({ code: 'fen', message, text: '' }), 400);
    }
    const [result] = await answers(options, [fen], c.req.raw.signal);
    if ('error' in result!) return publicRefusal(c, { ...result.error, text: fen });
    return c.json(result, 200, { 'Cache-Control': `public, max-age=${ANSWER_MAX_AGE}` });
  });
  const onError = (c: Context) => {
    const message = `a body has at most ${limits.body} bytes`;
    return c.json(refusal({ code: 'too-large', message, text: '' }), 413);
  };
  app.post(`/${rules.name}`, bodyLimit({ maxSize: limits.body, onError }), async (c) => {
    const fens = readBatch(await c.req.text(), limits);
    if (!fens.ok) return c.json(refusal(fens.problem), 400);
    const limited = tooMany(c, fens.value.length);
    if (limited) return limited;
    return c.json({ positions: await answers(options, fens.value, c.req.raw.signal) });
  });
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

/** One answer for each FEN, in their order. */
async function answers(
  { rules, tablebase, limits, onError }: PositionOptions,
  fens: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Answer | Refusal)[]> {
  const parsed = fens.map((fen) => readFen(rules, fen, limits));
  const positions = parsed.flatMap((each) => (each.ok ? [each.value] : []));
  const probes = await tablebase.probeMany(positions, { signal });
  let next = 0;
  return parsed.map((each) => {
    if (!each.ok) return refusal(each.problem);
    const probed = probes[next++]!;
    if (!probed.ok) return refusal(publicProblem(probed.problem, onError));
    return answer(rules, each.value, probed.value);
  });
}

/** A FEN of a query, in which underscores may stand for spaces. Errors: those of `parseFen`, `fen`. */
export function readFen(rules: RuleSet, fen: string, limits: Limits): Result<Position> {
  return fen.length > limits.fen
    ? fail('fen', `a FEN has at most ${limits.fen} characters`)
    : rules.parseFen(fen);
}
