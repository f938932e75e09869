import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../cli/metatb.ts';
import { python3 } from '../python3.ts';
import { whole } from '../thorough.ts';
import { matches, samplesOf } from './page.ts';
import { SampleRunner } from './sampleRunner.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(top, file), 'utf8');

const docs = readdirSync(join(top, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'examples/README.md', ...docs.map((name) => `docs/${name}`)];

/** Commands that a page assumes to have been run, since another one shows them. */
const before: Readonly<Record<string, readonly string[]>> = {
  'docs/library.md': ['npx metatb generate KQvk', 'npx metatb serve'],
  'docs/server.md': ['npx metatb generate KQvk'],
};

/** Tables that pages have generated. */
const made = makeFolder();

const hasNumpy = spawnSync(python3, ['-c', 'import numpy']).status === 0;

/** Only README, unless every test runs. */
const sampled = whole ? pages.filter((page) => samplesOf(read(page)).length > 0) : ['README.md'];

describe.each(sampled)('%s', (page) => {
  test('every sample runs as printed, in the order of the page', async () => {
    const runner = new SampleRunner(made);
    onTestFinished(() => runner.close());
    for (const source of before[page] ?? []) {
      const { status, printed } = await runner.run({ kind: 'shell', source, shown: [], line: 0 });
      expect(status, printed).toBe(0);
    }
    for (const sample of samplesOf(read(page))) {
      const place = `${page}:${sample.line}: ${sample.source}\n`;
      if (/^>>> import numpy/.test(sample.source) && !hasNumpy) {
        console.warn(`${place}NumPy not found: this session is not tested`);
        continue;
      }
      const { status, printed } = await runner.run(sample);
      expect(status, `${place}${printed}`).toBe(0);
      if (sample.shown.length > 0 && !matches(sample.shown, printed)) {
        expect(printed, place).toBe(sample.shown.join('\n'));
      }
    }
  });
});

test('README is short', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(150);
});

describe('links of the pages', () => {
  const linking = [
    ...pages,
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'tables/README.md',
    'src/kernel/README.md',
    'src/kernel/general/README.md',
    'src/format/FORMAT.md',
    'docs/decisions/README.md',
  ];

  test.each(linking)('%s: every linked file and heading exists', (page) => {
    const links = [...read(page).matchAll(/(?:\]\(|src="|srcset=")([^)"\s]+)/g)].map(
      ([, to]) => to!,
    );
    const missing = links.filter((link) => !/^https?:/.test(link) && !isThere(page, link));
    expect(missing).toEqual([]);
  });

  function isThere(page: string, link: string): boolean {
    const [file, heading] = link.split('#');
    const target = file === '' ? page : join(page, '..', file!);
    if (heading === undefined) return exists(target);
    return headings(read(target)).includes(heading);
  }

  function exists(file: string): boolean {
    const folder = readdirSync(join(top, file, '..'));
    return folder.includes(file.split('/').filter(Boolean).at(-1)!);
  }

  /** The anchors that a Markdown viewer makes of headings. */
  function headings(markdown: string): string[] {
    return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      text!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
  }
});

test('every command of package.json is in CONTRIBUTING.md, but for those that other commands run', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const inner = ['clean', 'compile', 'prepack'];
  const told = [...read('CONTRIBUTING.md').matchAll(/`(?:\w+=\w+ )?npm (?:run )?([\w:]+)/g)].map(
    ([, name]) => name!,
  );
  const untold = Object.keys(scripts).filter((name) => !told.includes(name));
  expect(untold.sort()).toEqual(inner);
});

describe('a sample that prints something else', () => {
  test.each([
    ['another figure', ['a 1 b'], 'a 2 b\n'],
    ['a line less', ['a', 'b'], 'a\n'],
    ['a line more', ['a'], 'a\nb\n'],
    ['another line before the dots', ['a', '...'], 'b\nc\n'],
  ])('does not match: %s', (_, shown, printed) => {
    expect(matches(shown, printed)).toBe(false);
  });

  test.each([
    ['a duration', ['solved in 0.1 s'], 'solved in 12.9 s\n'],
    ['lines behind dots', ['a', '...'], 'a\nb\nc\n'],
    ['text behind an ellipsis', ['{"id":"…"}'], '{"id":"xyz"}\n'],
    ['blanks at the end', ['a', '', 'b'], 'a   \n\nb\n\n'],
  ])('matches: %s', (_, shown, printed) => {
    expect(matches(shown, printed)).toBe(true);
  });
});
