/** Appends a number of at most 35 bits, seven bits a byte, the lowest first; all bytes but the last are 128 or more. */
export function pushVarint(bytes: number[], number: number): void {
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Reads numbers one after another. */
export class VarintReader {
  private readonly bytes: Uint8Array;
  /** Where the next number begins. */
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** The bytes from {@link at} on; negative once a number has been cut short. */
  get left(): number {
    return this.bytes.length - this.at;
  }

  /** Undefined if the bytes end, or the number is too large. */
  next(): number | undefined {
    let number = 0;
    for (let unit = 1; unit <= 2 ** 28; unit *= 128) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) return undefined;
      number += (byte & 127) * unit;
      if (byte < 128) return number;
    }
    return undefined;
  }
}
