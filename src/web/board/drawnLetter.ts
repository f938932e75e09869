import type { PieceKind } from '../../pieces/army.ts';

const drawn = new Set<string>();
let sheet: CSSStyleSheet | undefined;

/** The class of a disc with a piece's letter, under a crown if it is royal. Its style is made when it is first needed. */
export function drawnLetter({ letter, royal }: PieceKind): string {
  const isRoyal = royal !== undefined;
  const name = `${isRoyal ? 'royal' : 'letter'}-${letter.toLowerCase()}-piece`;
  if (!drawn.has(name)) {
    drawn.add(name);
    const rules = (['white', 'black'] as const).map((color) => {
      const picture = encodeURIComponent(makePicture(letter, isRoyal, color));
      const selectors = `.cg-wrap piece.${name}.${color}, .piece.${name}.${color}`;
      return `${selectors} { background-image: url("data:image/svg+xml,${picture}"); }`;
    });
    addRules(rules);
  }
  return name;
}

function addRules(rules: readonly string[]): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  for (const rule of rules) sheet.insertRule(rule);
}

const COLORS = {
  white: { fill: '#fffdf6', ink: '#1c1c1c', line: '#1c1c1c' },
  black: { fill: '#2f2f33', ink: '#fffdf6', line: '#000' },
} as const;

/** In the colours and on the 45 units of the other pieces' pictures. */
function makePicture(letter: string, isRoyal: boolean, color: keyof typeof COLORS): string {
  const { fill, ink, line } = COLORS[color];
  const [middle, radius] = isRoyal ? [26.5, 15] : [22.5, 17.5];
  const crown = `<path d="M11 14.5 9.5 4.5l7 4.5 6-6.5 6 6.5 7-4.5-1.5 10z" stroke-linejoin="round"/>`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">',
    `<g fill="${fill}" stroke="${line}" stroke-width="1.6">`,
    isRoyal ? crown : '',
    `<circle cx="22.5" cy="${middle}" r="${radius}"/>`,
    `<circle cx="22.5" cy="${middle}" r="${radius - 3}" fill="none" stroke="${ink}" stroke-width=".7" opacity=".45"/>`,
    '</g>',
    `<text x="22.5" y="${middle}" dy=".36em" text-anchor="middle" fill="${ink}"`,
    ` font-family="Georgia, 'DejaVu Serif', serif" font-weight="700" font-size="${radius * 1.25}">${letter}</text>`,
    '</svg>',
  ].join('');
}
