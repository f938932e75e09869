import fc from 'fast-check';

const LEAPERS = ['N', 'C', 'Z', 'W', 'F', 'D', 'A', 'H', 'G', '(4,1)', '(4,0)', '(15,15)', '(8,3)'];
const LAME = ['N', 'Z', 'D', 'A', 'H', 'G', 'W', 'F'];
const LINES = ['R', 'B', 'Q', 'W3', 'F2', 'Q5', 'WW', 'F0', 'W14'];
const BENT = ['t[FR]', 't[WB]'];

const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => texts.join(''));

const side = oneOf('', '', 'f', 'b', 'l', 'r', 'v', 's', 'fl', 'br', 'lv', 'flbr', 'fbl');
const initial = oneOf('', '', '', 'i');
const purpose = oneOf('', '', 'm', 'c');
const halves = oneOf('fh', 'lh', 'hl', 'hr', 'lf', 'ffrr', 'lfrfbl', 'vfl');
const range = oneOf('', '', '', '0', '2', '4', '7');
const marks = (atoms: fc.Arbitrary<string>, mark: string, sides = side) =>
  joined(initial, sides, purpose, fc.constant(mark), atoms);

/** One term of any sort that the notation has. */
const term: fc.Arbitrary<string> = fc.oneof(
  joined(marks(oneOf(...LEAPERS), ''), range),
  joined(marks(oneOf('N', 'C', 'Z', '(8,3)'), '', halves), range),
  joined(marks(oneOf(...LAME), 'n'), range),
  marks(oneOf(...LINES, 'K'), ''),
  marks(oneOf(...LINES), 'p'),
  marks(oneOf(...LINES, 'W1', 'Q1'), 'g'),
  marks(oneOf(...BENT), ''),
  joined(initial, side, oneOf('ce', 'mce'), fc.constant('F')),
  joined(initial, side, fc.constant('mnnD')),
);

/** Terms of which none would make the one before it a rider or a doubled shorthand, if joined in this order. */
export const terms: fc.Arbitrary<string[]> = fc
  .array(term, { minLength: 1, maxLength: 6 })
  .filter((texts) => !isDoubling(texts));

export function isDoubling(texts: readonly string[]): boolean {
  return texts.some((text, i) => texts[i - 1]?.at(-1) === text[0]);
}
