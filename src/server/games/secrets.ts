import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SEAT_BYTES = 32;

/** An unguessable id for a game: 22 characters of base64url. */
export function makeId(): string {
  return randomBytes(ID_BYTES).toString('base64url');
}

/** A seat's secret: 43 characters of base64url. */
export function makeSeat(): string {
  return randomBytes(SEAT_BYTES).toString('base64url');
}

/** The hash under which a seat is kept. The secret has enough entropy that a fast hash is safe. */
export function hashSeat(seat: string): string {
  return createHash('sha256').update(seat).digest('base64url');
}

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
