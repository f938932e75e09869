/** Values by a key, made when they are first asked for; beyond `most` the least recently used are forgotten. */
export class Recent<T> {
  private readonly values = new Map<string, T>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string, make: () => T): T {
    const value = this.values.get(key) ?? make();
    // A Map yields what was put in first, first.
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.most) {
      const [oldest] = this.values.keys();
      this.values.delete(oldest!);
    }
    return value;
  }
}
