import { InvalidArgumentError } from 'commander';

/** `6GiB`, `512 MiB` in bytes. */
export function byteSize(text: string): number {
  const match = /^(\d{1,6}(?:\.\d+)?) ?(GiB|MiB|GB|MB|G|M)$/i.exec(text);
  const unit = match?.[2]?.toLowerCase();
  if (!match || !unit || Number(match[1]) === 0)
    throw new InvalidArgumentError('It must be a size such as 6GiB or 512MiB.');
  const base = unit.length === 2 ? 1000 : 1024;
  return Number(match[1]) * base ** (unit.startsWith('g') ? 3 : 2);
}

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}

/** A parser of whole numbers from `least` to `most`. */
export function wholeNumberIn(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** A parser of whole numbers from 1 to `most`, such as `1,4,16`. */
export function wholeNumbers(most: number): (text: string) => readonly number[] {
  return (text) => {
    const counts = text.split(',').map((count) => (/^\d{1,9}$/.test(count) ? Number(count) : 0));
    if (counts.every((count) => count >= 1 && count <= most)) return counts;
    const range = `1 to ${most.toLocaleString('en-US')}`;
    throw new InvalidArgumentError(`It must be whole numbers from ${range}, such as 16 or 1,4,16.`);
  };
}

const MILLISECONDS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
};

/** `5`, `5s`, `500ms`, `2min`, `1h` in milliseconds. */
export function duration(text: string): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?) ?(ms|s|min|h)?$/.exec(text);
  const time = match ? Math.round(Number(match[1]) * MILLISECONDS[match[2] ?? 's']!) : 0;
  if (time > 0) return time;
  throw new InvalidArgumentError('It must be a time such as 10s, 500ms, 2min or 1h.');
}

export function fileName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a file.');
}

export function folderName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a folder.');
}
