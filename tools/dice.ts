import { random } from './random.ts';

/** Choices that are the same for the same seed. */
export class Dice {
  private readonly number: () => number;

  constructor(seed: number) {
    this.number = random(seed);
  }

  /** True in this share of cases, from 0 to 1. */
  chance(share: number): boolean {
    return this.number() < share;
  }

  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number {
    return Math.floor(this.number() * limit);
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** One of the items, each as likely as its weight says. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    let rest = this.number() * items.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of items) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return items.at(-1)![1];
  }

  /** Some of the items, `count` or all there are, in their order. */
  some<T>(items: readonly T[], count: number): readonly T[] {
    let wanted = Math.min(count, items.length);
    return items.filter((_, i) => {
      const taken = this.number() * (items.length - i) < wanted;
      if (taken) wanted--;
      return taken;
    });
  }
}
