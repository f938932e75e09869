import { type Context, Hono } from 'hono';
import { fail, ok, type Problem, type Result } from '../../board/result.ts';
import type { Position } from '../../position/position.ts';
import type { ProbeOptions } from '../../probe/tablebase.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { refusal } from '../answer.ts';
import { ANSWER_MAX_AGE, type PositionOptions, readFen } from '../positions.ts';
import { publicProblem, statusOf } from '../refusals.ts';
import { type PositionDocument, positionDocument } from './document.ts';
import { type MainlineDocument, mainlineDocument } from './mainline.ts';
import { lilaGames } from './variants.ts';

/** A line is up to a hundred probes; it counts as this many positions. */
const LINE_POSITIONS = 20;

const cached = { 'Cache-Control': `public, max-age=${ANSWER_MAX_AGE}` };

/** `GET /lila/standard` and `GET /lila/standard/mainline`, and the like for the other games that lila-tablebase has. */
export function lilaRoutes(served: readonly PositionOptions[]): Hono {
  const app = new Hono();
  const games = lilaGames(served, ({ rules }) => rules);
  if (games.size === 0) return app;
  const answer = async (c: Context, positions: number, documentOf: DocumentOf) => {
    const game = games.get(c.req.param('variant')!);
    if (!game) return c.json(refusal(unknownGame([...games.keys()])), 404);
    const limited = game.tooMany(c, positions);
    if (limited) return limited;
    const position = read(game, c.req.query('fen'));
    const document = position.ok
      ? await documentOf(game, position.value, { signal: c.req.raw.signal })
      : position;
    if (document.ok) return c.json(document.value, 200, cached);
    const known = publicProblem(document.problem, game.onError);
    return c.json(refusal(known), lilaStatus(known));
  };
  app.get('/lila/:variant', (c) => answer(c, 1, probedDocument));
  app.get('/lila/:variant/mainline', (c) =>
    answer(c, LINE_POSITIONS, ({ tablebase }, ...asked) => mainlineDocument(tablebase, ...asked)),
  );
  return app;
}

type DocumentOf = (
  game: PositionOptions,
  position: Position,
  options: ProbeOptions,
) => Promise<Result<PositionDocument | MainlineDocument>>;

const probedDocument: DocumentOf = async ({ rules, tablebase }, position, options) => {
  const probed = await tablebase.probe(position, options);
  return probed.ok ? ok(positionDocument(rules, position, probed.value)) : probed;
};

function unknownGame(names: readonly string[]): Problem {
  const known = names.map((name) => `/lila/${name}?fen=...`).join(', ');
  return { code: 'not-found', message: `no such game here: there are ${known}`, text: '' };
}

function read({ rules, limits }: PositionOptions, fen: string | undefined): Result<Position> {
  if (fen === undefined) return fail('fen', 'give a position: ?fen=FEN');
  return fen.length > limits.fen ? readFen(rules, fen, limits) : readLoosely(rules, fen);
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
