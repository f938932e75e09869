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

export function fileName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a file.');
}

export function folderName(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must be the name of a folder.');
}
