/** Keeps the `most` entries of least order, of equal ones those added first. */
export class Shortlist<T> {
  /** An entry of this order or more is not kept: loops compare before they make one. */
  limit: number;
  private readonly most: number;
  private readonly kept: { readonly order: number; readonly entry: T }[] = [];

  constructor(most: number) {
    this.most = most;
    this.limit = most > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  add(order: number, entry: T): void {
    if (order >= this.limit) return;
    const { kept, most } = this;
    const after = kept.findIndex((each) => each.order > order);
    kept.splice(after < 0 ? kept.length : after, 0, { order, entry });
    if (kept.length > most) kept.pop();
    if (kept.length === most) this.limit = kept.at(-1)!.order;
  }

  /** The least first. */
  get entries(): readonly T[] {
    return this.kept.map(({ entry }) => entry);
  }
}
