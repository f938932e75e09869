import { fail, type Result } from '../../board/result.ts';
import type { RuleSet } from '../ruleset.ts';

/** The games of a variants.ini, in the order of its sections. */
export function parseVariants(text: string): Result<readonly RuleSet[]> {
  return fail('variants', 'not made yet', text);
}
