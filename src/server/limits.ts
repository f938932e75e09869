/** Limits on what one visitor can use. */
export interface Limits {
  /** Positions per second and visitor, on average; bursts of ten times as many. */
  readonly rate: number;
  /** Positions in one request. */
  readonly batch: number;
  /** Bytes of a request's body. */
  readonly body: number;
  /** Characters of a FEN. */
  readonly fen: number;
}

export const DEFAULT_LIMITS: Limits = { rate: 100, batch: 500, body: 1 << 16, fen: 200 };

/** The most visitors to remember; the least recently seen are forgotten first. */
const MOST_VISITORS = 10_000;
const BURST_SECONDS = 10;

interface Bucket {
  tokens: number;
  /** When `tokens` was computed, in milliseconds. */
  at: number;
}

/** A token bucket for each visitor (RFC 2697, with one colour). */
export class RateLimit {
  private readonly buckets = new Map<string, Bucket>();
  private readonly rate: number;
  private readonly now: () => number;
  private readonly burst: number;

  /** `rate`: tokens per second; `burst`: a full bucket holds the tokens of this many seconds. */
  constructor(rate: number, now: () => number = () => performance.now(), burst = BURST_SECONDS) {
    this.rate = rate;
    this.now = now;
    this.burst = burst;
  }

  /** The seconds until there are `tokens` to take, none of which are taken now. */
  wait(visitor: string, tokens: number): number {
    const most = this.rate * this.burst;
    const wanted = Math.min(tokens, most);
    const full = this.levelOf(visitor, this.now());
    return full >= wanted ? 0 : Math.max(1, Math.ceil((wanted - full) / this.rate));
  }

  /** Takes `tokens` and returns 0, or takes none and returns the seconds until there are enough. */
  take(visitor: string, tokens: number): number {
    const most = this.rate * this.burst;
    const now = this.now();
    const full = this.levelOf(visitor, now);
    // A request for more than a full bucket holds has to wait until it is full.
    const wanted = Math.min(tokens, most);
    const left = full >= wanted ? full - wanted : full;
    this.buckets.delete(visitor);
    this.buckets.set(visitor, { tokens: left, at: now });
    if (this.buckets.size > MOST_VISITORS) {
      const [oldest] = this.buckets.keys();
      this.buckets.delete(oldest!);
    }
    return full >= wanted ? 0 : Math.max(1, Math.ceil((wanted - full) / this.rate));
  }

  /** The tokens in a visitor's bucket. */
  private levelOf(visitor: string, now: number): number {
    const most = this.rate * this.burst;
    const found = this.buckets.get(visitor) ?? { tokens: most, at: now };
    return Math.min(most, found.tokens + ((now - found.at) / 1000) * this.rate);
  }
}
