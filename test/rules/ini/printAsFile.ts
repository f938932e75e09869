import { fingerprintOf } from '../../../src/rules/fingerprint.ts';
import type { RuleSet } from '../../../src/rules/ruleset.ts';

/** The fingerprint that a game would have if it were a file's. */
export function printAsFile({ variant }: RuleSet): string {
  return fingerprintOf({ ...variant, ini: '' });
}
