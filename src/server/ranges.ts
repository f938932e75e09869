/** The part of a file that a request asks for (RFC 9110, section 14). */
export type Wanted =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'none' };

/** `size`: bytes of the file. Several parts, and what is no range of bytes, get the whole file, as the standard allows. */
export function wantedPart(range: string | undefined, size: number): Wanted {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' };
  const [from, to] = [match[1]!, match[2]!];
  if (from === '') {
    const bytes = Math.min(Number(to), size);
    return bytes === 0 ? { kind: 'none' } : { kind: 'part', first: size - bytes, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  return first < size ? { kind: 'part', first, last } : { kind: 'none' };
}
