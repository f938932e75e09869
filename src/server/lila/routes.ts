import { type Context, Hono } from 'hono';
import { fail, ok, type Problem, type Result } from '../../board/result.ts';
import type { Position } from '../../position/position.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { refusal } from '../answer.ts';
import { ANSWER_MAX_AGE, type PositionOptions, readFen } from '../positions.ts';
import { publicProblem, statusOf } from '../refusals.ts';
import { positionDocument } from './document.ts';
import { mainlineDocument } from './mainline.ts';

/** A line is up to a hundred probes; it counts as this many positions. */
const LINE_POSITIONS = 20;

/** `GET /lila/standard` and `GET /lila/standard/mainline`: orthodox chess as lila-tablebase answers it. */
export function lilaRoutes({ rules, tablebase, limits, tooMany, onError }: PositionOptions): Hono {
  const app = new Hono();
  const refuse = (c: Context, problem: Problem) => {
    const known = publicProblem(problem, onError);
    return c.json(refusal(known), lilaStatus(known));
  };
  const read = (c: Context): Result<Position> => {
    const fen = c.req.query('fen');
    if (fen === undefined) return fail('fen', 'give a position: ?fen=FEN');
    return fen.length > limits.fen ? readFen(rules, fen, limits) : readLoosely(rules, fen);
  };
  const cached = { 'Cache-Control': `public, max-age=${ANSWER_MAX_AGE}` };
  app.get('/lila/standard', async (c) => {
    const limited = tooMany(c, 1);
    if (limited) return limited;
    const position = read(c);
    if (!position.ok) return refuse(c, position.problem);
    const probed = await tablebase.probe(position.value, { signal: c.req.raw.signal });
    if (!probed.ok) return refuse(c, probed.problem);
    return c.json(positionDocument(rules, position.value, probed.value), 200, cached);
  });
  app.get('/lila/standard/mainline', async (c) => {
    const limited = tooMany(c, LINE_POSITIONS);
    if (limited) return limited;
    const position = read(c);
    if (!position.ok) return refuse(c, position.problem);
    const line = await mainlineDocument(tablebase, position.value, { signal: c.req.raw.signal });
    return line.ok ? c.json(line.value, 200, cached) : refuse(c, line.problem);
  });
  return app;
}

/** 404 for positions that no table has, including those with castling rights or too many pieces. */
function lilaStatus(problem: Problem) {
  const status = statusOf(problem);
  return status === 422 ? 404 : status;
}

/**
 * Reads a FEN as lila-tablebase does: the board alone is enough, and castling rights or an en passant square that the
 * board contradicts are ignored. Errors: those of `parseFen`.
 */
function readLoosely(rules: RuleSet, text: string): Result<Position> {
  const [board = '', turn = 'w', castling = '-', passant = '-', ...counters] = text
    .replaceAll('_', ' ')
    .trim()
    .split(/\s+/);
  const attempts = [
    [castling, passant],
    [castling, '-'],
    ['-', passant],
    ['-', '-'],
  ].map((rights) => rules.parseFen([board, turn, ...rights, ...counters].join(' ')));
  const read = attempts.find((attempt) => attempt.ok);
  return read ? ok(read.value) : attempts[0]!;
}
