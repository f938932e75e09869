/** Keeps the few entries with the least rank, of equal ones those that came first. */
export class Shortlist<T> {
  /** An entry of this rank or more is not kept: loops ask before they make one. */
  limit: number;
  private readonly most: number;
  private readonly kept: { readonly rank: number; readonly entry: T }[] = [];

  constructor(most: number) {
    this.most = most;
    this.limit = most > 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }

  add(rank: number, entry: T): void {
    if (rank >= this.limit) return;
    const { kept, most } = this;
    const after = kept.findIndex((each) => each.rank > rank);
    kept.splice(after < 0 ? kept.length : after, 0, { rank, entry });
    if (kept.length > most) kept.pop();
    if (kept.length === most) this.limit = kept.at(-1)!.rank;
  }

  /** By rank, the least first. */
  get entries(): readonly T[] {
    return this.kept.map(({ entry }) => entry);
  }
}
