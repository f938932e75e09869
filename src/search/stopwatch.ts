/** When a search must end. */
export class Stopwatch {
  nodes = 0;
  /** Once true, what the search returns is worth nothing. */
  stopped = false;
  private readonly most: number;
  private readonly end: number;
  private readonly began: number;
  private readonly now: () => number;
  private readonly isStopped: () => boolean;

  constructor(
    limits: { readonly nodes?: number; readonly milliseconds?: number },
    now: () => number = () => 0,
    isStopped: () => boolean = () => false,
  ) {
    this.most = limits.nodes ?? Number.POSITIVE_INFINITY;
    this.began = now();
    this.end = this.began + (limits.milliseconds ?? Number.POSITIVE_INFINITY);
    this.now = now;
    this.isStopped = isStopped;
  }

  get milliseconds(): number {
    return this.now() - this.began;
  }

  /** Counts a node; true if the search must end. */
  count(): boolean {
    // What is under way unwinds.
    if (this.stopped) return true;
    this.nodes++;
    if (this.nodes >= this.most) this.stopped = true;
    // Reading a clock takes longer than a node.
    else if ((this.nodes & 511) === 0) this.look();
    return this.stopped;
  }

  private look(): void {
    if (this.now() >= this.end || this.isStopped()) this.stopped = true;
  }
}
