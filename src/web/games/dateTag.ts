/** `2026.11.22`, as PGN has a date: by the clock on the wall, as players write it. */
export function dateTag(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`;
}
