/** Each unit with the next larger one: its seconds, how many of it make the larger, and from how many on a larger pair is used. */
const UNITS = [
  { name: 's', seconds: 1, many: 60, larger: 'min', most: 60 * 60 },
  { name: 'min', seconds: 60, many: 60, larger: 'h', most: 24 * 60 },
  { name: 'h', seconds: 3600, many: 24, larger: 'd', most: Number.POSITIVE_INFINITY },
] as const;

/** Seconds in their two largest units: `12.3 s`, `3 min 5 s`, `2 h 10 min`, `1,250 d 3 h`. */
export function timeSpan(seconds: number): string {
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const rounded = (unit: (typeof UNITS)[number]) => Math.round(seconds / unit.seconds);
  const unit = UNITS.find((each) => rounded(each) < each.most)!;
  const count = rounded(unit);
  const large = `${Math.floor(count / unit.many).toLocaleString('en-US')} ${unit.larger}`;
  const rest = count % unit.many;
  return rest === 0 ? large : `${large} ${rest} ${unit.name}`;
}
