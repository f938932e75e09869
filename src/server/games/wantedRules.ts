import { fail, ok, type Result } from '../../board/result.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { defaultGame, findRuleSet } from '../../rules/registry.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { whyNotByLink } from './describedGame.ts';
import type { GameLimits } from './limits.ts';
import type { WantedGame } from './messages.ts';
import { Trials } from './trials.ts';

/** Finds the rules of new games: those of this server by name, and visitors' own by their description. */
export class WantedRules {
  private readonly variants: readonly RuleSet[];
  private readonly limits: GameLimits;
  private readonly trials: Trials;

  /** `variants`: games besides the built-in ones. */
  constructor(variants: readonly RuleSet[], limits: GameLimits, onError: (error: Error) => void) {
    this.variants = variants;
    this.limits = limits;
    this.trials = new Trials(limits, onError);
  }

  /** Errors: `rules`, `parameter`, those of movements; `variant`, `full`. */
  async find({ rules, variant }: Pick<WantedGame, 'rules' | 'variant'>): Promise<Result<RuleSet>> {
    return variant === undefined ? this.named(rules) : await this.described(variant, rules);
  }

  /** Ends what is running. */
  close(): Promise<void> {
    return this.trials.close();
  }

  private named(name = defaultGame.name): Result<RuleSet> {
    const own = this.variants.find((rules) => rules.name === name);
    const found = own ? ok(own) : findRuleSet(name);
    if (!found.ok) return found;
    const why = own && whyNotByLink(own, this.limits.board);
    return why === undefined ? found : fail('rules', why, name);
  }

  private async described(text: string, name: string | undefined): Promise<Result<RuleSet>> {
    const most = this.limits.variant;
    if (Buffer.byteLength(text) > most) {
      return fail('variant', `a description has at most ${most} bytes`);
    }
    const tried = await this.trials.run({ text, name });
    return tried.ok ? gameOf(tried.value) : tried;
  }
}
