import type { Color } from '../pieces/army.ts';
import type { Position } from '../position/position.ts';
import type { Ending, RuleSet } from '../rules/ruleset.ts';
import { type Alarm, endingWords, type Threat, turnWords } from './words.ts';

/** How a game stands, for the side to move. */
export interface Status extends Alarm {
  readonly turn: Color;
  /** Undefined while the game goes on. */
  readonly ending: Ending | undefined;
  /** One or two sentences: who is to move, or how the game has ended and why. */
  readonly words: string;
}

export function statusOf(rules: RuleSet, position: Position, ending: Ending | undefined): Status {
  const { turn } = position;
  const check = rules.check(position);
  const alarm = check ? 'check' : rules.metacheck(position) ? 'metacheck' : undefined;
  const threat = alarm === 'metacheck' ? threatOf(rules, position) : undefined;
  const words = ending
    ? endingWords(rules, position, ending, { alarm, threat })
    : turnWords(turn, { alarm, threat });
  return { turn, alarm, threat, ending, words };
}

/** What attacks the side to move, as answers in JSON have it. */
export interface Alarms {
  readonly check: boolean;
  /** Only in games that have it. */
  readonly metacheck?: boolean;
}

export function alarmsOf(rules: RuleSet, position: Position): Alarms {
  const check = rules.check(position);
  return rules.threat ? { check, metacheck: rules.metacheck(position) } : { check };
}

function threatOf(rules: RuleSet, position: Position): Threat | undefined {
  const found = rules.threat?.(position);
  return found && { move: found.reply, san: rules.makeSan(found.at, found.reply) };
}

/** As PGN has it. */
export type GameResult = '1-0' | '0-1' | '1/2-1/2' | '*';

export function resultOf({ turn, ending }: Status): GameResult {
  if (!ending) return '*';
  if (ending.wdl === 0) return '1/2-1/2';
  return ending.wdl > 0 === (turn === 0) ? '1-0' : '0-1';
}
