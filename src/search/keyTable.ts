/** Words of an entry: the key's two, the move, and what else is known. */
const WORDS = 4;
/** Entries that a key may be in. */
const WAYS = 2;

/** Entries by the keys of positions, in a fixed number of bytes. Of two that may hold a new key the one of less worth goes. */
export abstract class KeyTable {
  protected readonly words: Int32Array;
  /** What {@link fetch} has read: of no meaning, but what nobody keeps need not be read. */
  private fetched = 0;
  private readonly mask: number;

  /** `bytes`: at most this, at least 1 KiB. */
  constructor(bytes: number) {
    const entries = 2 ** Math.floor(Math.log2(Math.max(1024, bytes) / (4 * WORDS)));
    this.words = new Int32Array(entries * WORDS);
    this.mask = entries / WAYS - 1;
  }

  clear(): void {
    this.words.fill(0);
  }

  /** What an entry is worth that has this last word. */
  protected abstract worthOf(data: number): number;

  /** Brings the entries that a key may be in from memory, without waiting for them. */
  fetch(low: number): void {
    this.fetched ^= this.words[(low & this.mask) * WORDS * WAYS]!;
  }

  /** The first word of the key's entry, or -1. */
  protected entryOf(low: number, high: number): number {
    const { words } = this;
    const first = (low & this.mask) * WORDS * WAYS;
    if (words[first] === low && words[first + 1] === high) return first;
    const second = first + WORDS;
    return words[second] === low && words[second + 1] === high ? second : -1;
  }

  /** The first word of the entry that a new key takes. */
  protected roomFor(low: number): number {
    const { words } = this;
    const first = (low & this.mask) * WORDS * WAYS;
    const second = first + WORDS;
    return this.worthOf(words[second + 3]!) < this.worthOf(words[first + 3]!) ? second : first;
  }
}
