import type { Side } from '../../server/protocol.ts';
import { keep, keptKeys, readKept } from '../kept.ts';

/** A seat that this browser holds. Its secret never goes into an address. */
export interface OwnSeat {
  readonly seat: string;
  readonly color: Side;
  /** When it was taken, in milliseconds since 1970. */
  readonly since: number;
  /** The game has ended. */
  readonly over?: boolean;
}

const PREFIX = 'metatb-seat-';

export function seatOf(id: string): OwnSeat | undefined {
  try {
    const kept: unknown = JSON.parse(readKept(PREFIX + id) ?? 'null');
    return isOwnSeat(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepSeat(id: string, seat: OwnSeat): void {
  keep(PREFIX + id, JSON.stringify(seat));
}

/** For games that the server has deleted. */
export function dropSeat(id: string): void {
  keep(PREFIX + id, undefined);
}

/** Remembers that a game has ended, so that lists need not ask for it. */
export function markOver(id: string): void {
  const seat = seatOf(id);
  if (seat && !seat.over) keepSeat(id, { ...seat, over: true });
}

/** Every game that this browser has a seat in, the latest first. */
export function ownSeats(): readonly (OwnSeat & { readonly id: string })[] {
  return keptKeys(PREFIX)
    .flatMap((key) => {
      const id = key.slice(PREFIX.length);
      const seat = seatOf(id);
      return seat ? [{ id, ...seat }] : [];
    })
    .sort((a, b) => b.since - a.since);
}

function isOwnSeat(value: unknown): value is OwnSeat {
  const { seat, color, since } = (value ?? {}) as Partial<Record<keyof OwnSeat, unknown>>;
  return (
    typeof seat === 'string' &&
    (color === 'white' || color === 'black') &&
    typeof since === 'number'
  );
}
