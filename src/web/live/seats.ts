/** The secrets of seats that this browser holds, by game. Only here: they go into no address. */

const PREFIX = 'metatb-seat-';
/** For browsers that keep nothing, as long as the page lasts. */
const remembered = new Map<string, string>();

export function seatOf(id: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + id) ?? remembered.get(id);
  } catch {
    return remembered.get(id);
  }
}

export function keepSeat(id: string, seat: string): void {
  remembered.set(id, seat);
  try {
    localStorage.setItem(PREFIX + id, seat);
  } catch {
    // Full, or forbidden.
  }
}
