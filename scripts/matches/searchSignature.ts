import crc32 from 'crc-32';
import { unwrap } from '../../src/board/result.ts';
import { gameOf } from '../../src/rules/gameRef.ts';
import type { Analysis } from '../../src/search/analysis.ts';
import { chooseLine, levels } from '../../src/search/levels.ts';
import { Search } from '../../src/search/search.ts';
import { randomOpening } from './opening.ts';

/** Random moves before a position: from openings to what is left of armies that nobody spared. */
const PLIES = [0, 8, 20, 40];
const DEPTH = 4;
/** Of a clock that goes on whenever it is read: some ten thousand nodes. */
const TICKS = 24;
/** A level that varies its moves. */
const VARIED = { ...levels[0]!, margin: 50 };

/**
 * Eight hexadecimal digits of what the search finds in some positions of a game, and with how many nodes: to a fixed depth with
 * several lines, and in a time limit by a clock that counts how often it is read. They change if the search values, orders, cuts,
 * ends or chooses otherwise, and if openings do. They stay if it is only faster or written differently, if only other games
 * have changed, and if levels have other numbers, which are in the conditions of each match. What none of these positions meets
 * is not seen: after such a change, of the 50-move rule for one, `--fresh` is for whoever made it.
 */
export function searchSignature(name: string): string {
  const known = signatures.get(name) ?? makeSignature(name);
  signatures.set(name, known);
  return known;
}

const signatures = new Map<string, string>();

function makeSignature(name: string): string {
  const rules = unwrap(gameOf({ name }));
  let ticks = 0;
  const search = new Search(rules, { now: () => ticks++ });
  const found = PLIES.map((plies) => {
    const game = randomOpening(rules, plies, plies);
    // One after another without `clear`: how it forgets counts too.
    const wide = search.analyze(game, { depth: DEPTH, lines: 3 });
    const timed = search.analyze(game, { milliseconds: TICKS });
    return [game.fen, timeless(wide), chooseLine(wide, VARIED, 0.5), timeless(timed)];
  });
  const bits = crc32.str(JSON.stringify(found)) >>> 0;
  return bits.toString(16).padStart(8, '0');
}

/** How often the clock was read says nothing of the moves. */
function timeless({ depth, nodes, lines }: Analysis): Omit<Analysis, 'milliseconds'> {
  return { depth, nodes, lines };
}
