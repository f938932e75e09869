import { CHUNK_BYTES } from '../format.ts';

/** The opcodes that a pickled table needs. Source: CPython's Lib/pickle.py. */
export const Opcode = {
  MARK: 0x28,
  STOP: 0x2e,
  BININT: 0x4a,
  BININT1: 0x4b,
  BININT2: 0x4d,
  BINGET: 0x68,
  LONG_BINGET: 0x6a,
  SETITEMS: 0x75,
  EMPTY_DICT: 0x7d,
  PROTO: 0x80,
  TUPLE2: 0x86,
  LONG1: 0x8a,
  MEMOIZE: 0x94,
} as const;

/** Writes pickle opcodes to one chunk after another. The caller must make sure that the chunk has room. */
export class OpcodeWriter {
  private chunk = new Uint8Array(CHUNK_BYTES);
  private length = 0;

  /** Bytes left in the chunk. */
  get room(): number {
    return this.chunk.length - this.length;
  }

  /** Returns the chunk as far as it is written and begins a new one. */
  take(): Uint8Array {
    const taken = this.chunk.subarray(0, this.length);
    this.chunk = new Uint8Array(CHUNK_BYTES);
    this.length = 0;
    return taken;
  }

  byte(value: number): void {
    this.chunk[this.length++] = value;
  }

  private uint32(value: number): void {
    const { chunk, length } = this;
    chunk[length] = value;
    chunk[length + 1] = value >>> 8;
    chunk[length + 2] = value >>> 16;
    chunk[length + 3] = value >>> 24;
    this.length = length + 4;
  }

  /** Pushes an integer from -2^31 to 2^53, in the shortest form that Python uses. At most 10 bytes. */
  int(value: number): void {
    if (value !== (value | 0)) {
      this.long(value);
    } else if (value < 0 || value >= 0x10000) {
      this.byte(Opcode.BININT);
      this.uint32(value);
    } else if (value >= 0x100) {
      this.byte(Opcode.BININT2);
      this.byte(value);
      this.byte(value >>> 8);
    } else {
      this.byte(Opcode.BININT1);
      this.byte(value);
    }
  }

  /** An integer above 31 bits: its length, then its bytes, the lowest first, with the sign in the highest bit. */
  private long(value: number): void {
    this.byte(Opcode.LONG1);
    const lengthAt = this.length++;
    let high = 0;
    for (let rest = value; rest > 0; rest = Math.floor(rest / 0x100)) {
      high = rest % 0x100;
      this.byte(high);
    }
    if (high >= 0x80) this.byte(0);
    this.chunk[lengthAt] = this.length - lengthAt - 1;
  }

  /** Pushes what was memoized as number `index`. At most 5 bytes. */
  get(index: number): void {
    if (index < 0x100) {
      this.byte(Opcode.BINGET);
      this.byte(index);
    } else {
      this.byte(Opcode.LONG_BINGET);
      this.uint32(index);
    }
  }
}
