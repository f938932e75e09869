import { excerpt, type VariantProblem } from './problems.ts';

/** A line `key = value`. */
export interface Entry {
  readonly key: string;
  readonly value: string;
  readonly line: number;
  /** The name of its section. */
  readonly section: string;
}

/** A section as written. */
export interface Section {
  readonly name: string;
  readonly parent: string | undefined;
  readonly line: number;
  readonly entries: readonly Entry[];
  /** Lines that cannot be read. */
  readonly problems: readonly VariantProblem[];
}

/** Of a file. */
export const MOST_BYTES = 1024 * 1024;
const [MOST_LINE, MOST_SECTIONS] = [16 * 1024, 500] as const;

/** Keys whose values are for readers, and may have # in them. */
const TEXTS = ['title', 'about', 'source'];

/** The sections of a file, or what is wrong with it as a whole. */
export function readSections(text: string): readonly Section[] | VariantProblem {
  const problem = findProblem(text);
  if (problem) return problem;
  const sections: Draft[] = [];
  for (const [i, each] of linesOf(text).entries()) {
    const line = i + 1;
    const content = each.trim();
    if (content === '' || /^[#;]/.test(content)) continue;
    if (content.startsWith('[')) {
      if (sections.length === MOST_SECTIONS) {
        return { line, message: `a file has at most ${MOST_SECTIONS} sections` };
      }
      sections.push(readHead(content, line, sections));
      continue;
    }
    const section = sections.at(-1);
    if (!section) {
      const right = 'a section comes first, such as [name] or [name:chess]';
      return { line, message: `'${excerpt(content)}' is in no section: ${right}` };
    }
    readEntry(content, line, section);
  }
  return sections;
}

interface Draft extends Section {
  readonly entries: Entry[];
  readonly problems: VariantProblem[];
}

/** What is wrong with the text before its lines are read. */
function findProblem(text: string): VariantProblem | undefined {
  const least = text.length;
  if (least > MOST_BYTES || new TextEncoder().encode(text).length > MOST_BYTES) {
    return { line: 1, message: `a file has at most ${MOST_BYTES} bytes` };
  }
  for (const [i, each] of linesOf(text).entries()) {
    const line = i + 1;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what text does not have
    const strange = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/.exec(each);
    if (strange) {
      const code = strange[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return { line, message: `this is no text: it has the character U+${code}` };
    }
    if (each.length > MOST_LINE) {
      return { line, message: `a line has at most ${MOST_LINE} characters, not ${each.length}` };
    }
  }
  return undefined;
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}

function readHead(content: string, line: number, before: readonly Section[]): Draft {
  const [, inside = '', rest = ''] = /^\[([^\]]*)\](.*)$/.exec(content) ?? [];
  const [first = '', second, ...more] = inside.split(':').map((part) => part.trim());
  const section: Draft = { name: first, parent: second, line, entries: [], problems: [] };
  const isHead = content.includes(']') && more.length === 0 && second !== '' && first !== '';
  if (!isHead || !/^\s*(?:[#;].*)?$/.test(rest)) {
    const message = `'${excerpt(content)}' is no section: write [name], or [name:parent]`;
    section.problems.push({ line, message });
    return section;
  }
  const same = before.find(({ name }) => name === first);
  if (same) {
    const message = `there is a section [${excerpt(first)}] at line ${same.line}: names are given once`;
    section.problems.push({ line, message });
  }
  return section;
}

function readEntry(content: string, line: number, section: Draft): void {
  const [, key = '', rest = ''] = /^([^=]*)=(.*)$/.exec(content) ?? [];
  const name = key.trim();
  if (name === '') {
    const message = `'${excerpt(content)}' is no rule: write key = value`;
    section.problems.push({ line, message });
    return;
  }
  const comment = TEXTS.includes(name) ? /(?:^|\s)[#;].*$/ : /#.*$|(?:^|\s);.*$/;
  const value = rest.replace(comment, '').trim();
  // The last line counts, as in Fairy-Stockfish.
  const before = section.entries.findIndex((entry) => entry.key === name);
  if (before >= 0) section.entries.splice(before, 1);
  if (value === '') {
    const message = `'${excerpt(name)}' has no value: write key = value, and - for none`;
    section.problems.push({ line, key: name, message });
  } else {
    section.entries.push({ key: name, value, line, section: section.name });
  }
}
