/** The words of a text in PGN (PGN standard, 7). Move numbers and dots are redundant and left out. */
export type Token =
  | { readonly type: 'tag'; readonly name: string; readonly text: string }
  | { readonly type: 'move'; readonly text: string; readonly glyph: number | undefined }
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'glyph'; readonly glyph: number }
  | { readonly type: 'result'; readonly text: string }
  | { readonly type: 'open' }
  | { readonly type: 'close' };

/** One alternative for each kind of token, in the order in which they are tried. */
const GRAMMAR = new RegExp(
  [
    '^%.*$', // a line for other programs
    String.raw`\{(?<braces>[^}]*)\}?`,
    ';(?<line>.*)$',
    String.raw`\[\s*(?<name>\w+)\s+"(?<value>(?:[^"\\]|\\.)*)"\s*\]`,
    '(?<bracket>[()])',
    String.raw`\$(?<glyph>\d+)`,
    String.raw`(?<result>1-0|0-1|1\/2-1\/2|\*)(?=[\s(){};[]|$)`,
    String.raw`\d+\.*(?=[\s(){};[]|$)|\d+\.+|\.+`,
    '(?<suffix>[!?]+)',
    String.raw`(?<move>[^\s(){};$]+)`,
  ].join('|'),
  'gm',
);

const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const { groups = {} } of text.matchAll(GRAMMAR)) {
    const { braces, line, name, value, bracket, glyph, result, suffix, move } = groups;
    const comment = (braces ?? line)?.replace(/\s+/g, ' ').trim();
    if (comment) tokens.push({ type: 'comment', text: comment });
    if (name) tokens.push({ type: 'tag', name, text: value!.replace(/\\(.)/g, '$1') });
    if (bracket) tokens.push({ type: bracket === '(' ? 'open' : 'close' });
    if (glyph) tokens.push({ type: 'glyph', glyph: Number(glyph) });
    if (result) tokens.push({ type: 'result', text: result });
    if (suffix && glyphs.includes(suffix)) {
      tokens.push({ type: 'glyph', glyph: glyphs.indexOf(suffix) });
    }
    // Some programs mark en passant captures so.
    if (move && move !== 'e.p.') tokens.push(moveToken(move));
  }
  return tokens;
}

function moveToken(text: string): Token {
  const [, move, suffix] = /^(.*?)([!?]*)$/.exec(text)!;
  const glyph = glyphs.indexOf(suffix!);
  return { type: 'move', text: move!, glyph: glyph > 0 ? glyph : undefined };
}

/** The glyph as the suffix of a move if it has one (`!`, `?!`), otherwise as `$7`. */
export function glyphText(glyph: number): string {
  return glyphs[glyph] || `$${glyph}`;
}
