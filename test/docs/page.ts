/**
 * A sample on a page of the documentation: a command, a Python session or a program, with its output, or games, whose file is
 * named for the first.
 */
export interface Sample {
  readonly kind: 'shell' | 'python' | 'js' | 'ini';
  readonly source: string;
  /** The output that the page shows, line by line; empty if it shows none. */
  readonly shown: readonly string[];
  /** Number of the first line of `source`, from 1. */
  readonly line: number;
}

const INDENT = '    ';

/** The samples of a page, in order. Blocks of other languages (`ts`, `json`) are excerpts, not programs. */
export function samplesOf(markdown: string): Sample[] {
  const samples: Sample[] = [];
  const lines = markdown.split('\n');
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    if (line.startsWith('```')) {
      const end = lines.indexOf('```', i + 1);
      if (end < 0) throw new Error(`line ${i + 1}: a code block that does not end`);
      if (line === '```js') {
        const source = lines.slice(i + 1, end).join('\n');
        const [shown, next] = indented(lines, end + 1);
        const isOutput = shown.length > 0 && !startsSample(shown[0]!);
        samples.push({ kind: 'js', source, shown: isOutput ? shown : [], line: i + 2 });
        i = isOutput ? next : end + 1;
      } else {
        const source = lines.slice(i + 1, end).join('\n');
        if (line === '```ini') samples.push({ kind: 'ini', source, shown: [], line: i + 2 });
        i = end + 1;
      }
    } else if (startsSample(line.slice(INDENT.length)) && line.startsWith(INDENT)) {
      const [block, next] = indented(lines, i);
      samples.push(...typedSamples(block, i + 1));
      i = next;
    } else {
      i++;
    }
  }
  return samples;
}

/** The indented lines from `start` on, blank lines between them included, and the line after them. */
function indented(lines: readonly string[], start: number): [string[], number] {
  let from = start;
  while (lines[from] === '') from++;
  let end = from;
  for (let i = from; i < lines.length; i++) {
    if (lines[i]!.startsWith(INDENT)) end = i + 1;
    else if (lines[i] !== '') break;
  }
  return [lines.slice(from, end).map((line) => line.slice(INDENT.length)), end];
}

const startsSample = (line: string) => /^(\$|>>>) /.test(line);

/** Samples typed at a prompt: `$ ` begins a command, the first `>>> ` a Python session. */
function typedSamples(block: readonly string[], line: number): Sample[] {
  const starts = block.flatMap((text, i) => {
    const goesOn = text.startsWith('>>> ') && !isCommandBefore(block, i);
    return startsSample(text) && !goesOn ? [i] : [];
  });
  return starts.map((start, k) => {
    const [first, ...shown] = block.slice(start, starts[k + 1]);
    while (shown.at(-1) === '') shown.pop();
    const at = line + start;
    if (first!.startsWith('$ ')) return { kind: 'shell', source: first!.slice(2), shown, line: at };
    return { kind: 'python', source: [first, ...shown].join('\n'), shown: [], line: at };
  });
}

/** Whether the last line with a prompt before `i` is a shell command, or there is none. */
function isCommandBefore(block: readonly string[], i: number): boolean {
  const last = block.slice(0, i).findLast(startsSample);
  return last === undefined || last.startsWith('$ ');
}

/**
 * Whether `printed` is what the page shows. A line `...` stands for any lines, `…` for any text within a line. Durations are
 * not compared, nor are blanks at the end of a line.
 */
export function matches(shown: readonly string[], printed: string): boolean {
  const pattern = shown
    .map((line) => (line.trim() === '...' ? '(?:.*\n)*?' : `${linePattern(line)}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${comparable(printed).trimEnd()}\n`);
}

function linePattern(line: string): string {
  return comparable(line)
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('…', '.*');
}

function comparable(text: string): string {
  return text.replace(/\b\d+\.\d s\b/g, '# s').replace(/ +$/gm, '');
}
