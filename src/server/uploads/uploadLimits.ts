export interface UploadLimits {
  /** Bytes of a table. */
  readonly bytes: number;
  /** Requests at once whose body comes. */
  readonly atOnce: number;
  /** Milliseconds after which a client is told that its table is still being checked. */
  readonly answer: number;
  /** Positions of a table to verify, and of one that is not decoded as a whole: each of its positions takes milliseconds. */
  readonly sample: number;
  readonly sampleOfLarge: number;
  /**
   * Tables whose values take more bytes are not decoded as a whole, nor are their statistics counted again. With five men that
   * would take longer than solving them.
   */
  readonly wholeBytes: number;
}

export const DEFAULT_UPLOAD_LIMITS: UploadLimits = {
  bytes: 8 * 2 ** 30,
  atOnce: 8,
  answer: 20_000,
  sample: 2000,
  sampleOfLarge: 500,
  wholeBytes: 2 ** 26,
};

/** A random token of so many characters cannot be guessed, and nothing else protects the tables. */
export const LEAST_TOKEN = 16;

/** Can it be sent in a header? */
export function isToken(token: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(token);
}
