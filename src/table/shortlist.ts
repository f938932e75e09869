/** Keeps the `most` entries of least order; of equal ones, those added first. */
export class Shortlist<T> {
  /** Entries of this order or more are not kept: loops compare with it before they make an entry. */
  limit: number;
  private readonly most: number;
  /**
   * Sorted once it is full, and cut to `most` when it holds twice as many, so that adding is cheap in long lists too.
   */
  private readonly kept: { readonly order: number; readonly entry: T }[] = [];

  constructor(most: number) {
    this.most = most;
    this.limit = most > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  add(order: number, entry: T): void {
    if (order >= this.limit) return;
    this.kept.push({ order, entry });
    if (this.kept.length % this.most === 0) this.cut();
  }

  /** The least first. */
  get entries(): readonly T[] {
    this.cut();
    return this.kept.map(({ entry }) => entry);
  }

  private cut(): void {
    const { kept, most } = this;
    // The order of equal ones stays: sorting is stable.
    kept.sort((a, b) => a.order - b.order);
    if (kept.length < most) return;
    kept.length = most;
    this.limit = kept.at(-1)?.order ?? this.limit;
  }
}
