/**
 * Draws docs/probe.svg, the terminal in the README, from what `metatb` really sends to a terminal:
 *
 *     npm run build && node dist/scripts/terminalPicture.js
 *
 * Needs the table KQvk in tables/, and `script` of util-linux, which provides the terminal.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const command = "metatb probe '8/8/8/2K5/k7/8/4Q3/8 b - -'";
/** Of one character, in pixels. */
const [width, height] = [8.4, 18];
const margin = 16;
const columns = 56;

/** The codes that styleText writes, and the class of each style. */
const classes = new Map([
  ['1', 'bold'],
  ['2', 'dim'],
  ['7', 'inverse'],
  ['31', 'red'],
  ['32', 'green'],
  ['33', 'amber'],
  ['36', 'cyan'],
]);
const endings = new Map([
  ['22', ['bold', 'dim']],
  ['27', ['inverse']],
  ['39', ['red', 'green', 'amber', 'cyan']],
]);

const style = `
  text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #1f2328 }
  .paper { fill: #f6f8fa; stroke: #d1d9e0 }
  .bold { font-weight: bold } .dim { fill: #9aa4af }
  .red { fill: #cf222e } .green { fill: #1a7f37 } .amber { fill: #9a6700 } .cyan { fill: #0b7285 }
  .inverse { fill: #f6f8fa }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .paper { fill: #0d1117; stroke: #3d444d }
    .dim { fill: #59636e } .red { fill: #ff7b72 } .green { fill: #3fb950 } .amber { fill: #d29922 }
    .cyan { fill: #39c5cf } .inverse { fill: #0d1117 }
  }`;

const main = fileURLToPath(new URL('../src/cli/main.js', import.meta.url));
const run = `'${process.execPath}' '${main}'${command.slice('metatb'.length)}`;
const env = { ...process.env, TERM: 'xterm-256color', NO_COLOR: '' };
const ran = spawnSync('script', ['-qec', run, '/dev/null'], { encoding: 'utf8', env });
if (ran.status !== 0) throw new Error(`${run}: ${ran.stdout}${ran.stderr}`);

const lines = [`$ ${command}`, ...ran.stdout.trimEnd().split('\r\n')];
mkdirSync('docs', { recursive: true });
writeFileSync('docs/probe.svg', draw(lines));

function draw(lines: readonly string[]): string {
  const size = [columns * width + 2 * margin, lines.length * height + 2 * margin];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" width="${size[0]}" height="${size[1]}">
<title>${escapeXml(command)}</title>
<style>${style}
</style>
<rect class="paper" x="0.5" y="0.5" width="${size[0]! - 1}" height="${size[1]! - 1}" rx="6"/>
${lines.flatMap(drawLine).join('\n')}
</svg>
`;
}

function drawLine(line: string, row: number): string[] {
  const active = new Set<string>();
  const shapes: string[] = [];
  let column = 0;
  for (const [i, part] of line.split('\u001b[').entries()) {
    const [code, text] = i === 0 ? ['', part] : part.split(/m(.*)/s, 2);
    for (const name of endings.get(code!) ?? []) active.delete(name);
    const started = classes.get(code!);
    if (started) active.add(started);
    shapes.push(...drawText(text!, column, row, [...active]));
    column += text!.length;
  }
  return shapes;
}

function drawText(text: string, column: number, row: number, active: readonly string[]): string[] {
  const inverse = active.includes('inverse');
  const color = active.find((name) => ['red', 'amber'].includes(name));
  const names = inverse ? active.filter((name) => name !== color) : active;
  const attributes = names.length > 0 ? ` class="${names.join(' ')}"` : '';
  const y = margin + row * height;
  // Word by word: viewers collapse blanks, and would stretch what remains.
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    const x = margin + (column + index) * width;
    const place = `x="${pixels(x)}" y="${pixels(y + 13)}" textLength="${pixels(word.length * width)}"`;
    const box = `<rect class="${color}" x="${pixels(x)}" y="${pixels(y)}" width="${width}" height="${height}"/>`;
    return [...(inverse ? [box] : []), `<text${attributes} ${place}>${escapeXml(word)}</text>`];
  });
}

function pixels(length: number): number {
  return Math.round(length * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
