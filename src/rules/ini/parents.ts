import { fail, ok, type Result } from '../../board/result.ts';
import { applySection } from './applySection.ts';
import { ownText } from './ownText.ts';
import { playableText } from './playableText.ts';
import { excerpt } from './problems.ts';
import { readSections, type Section } from './sections.ts';
import { copyOf, type Settings, template } from './settings.ts';
import { unplayableText } from './unplayableText.ts';
import { wellKnownText } from './wellKnownText.ts';

/** Built-in games that are no sections, and so no parents: why. */
const UNFIT: ReadonlyMap<string, string> = new Map([
  ['metamachy', 'its king leaps, which no key says'],
  ['hutnik', 'its pawns promote to lost pieces, which no key says'],
  ['illegal', 'its illegal moves can be played, which no key says'],
]);

/** The sections of well-known games by name: read on first use, as few programs need them all. */
let read: ReadonlyMap<string, Section> | undefined;
const known = new Map<string, Settings>();

function sectionsOf(text: string): readonly Section[] {
  const sections = readSections(text);
  if ('message' in sections) throw new Error(sections.message);
  return sections;
}

/** The games of wellKnownText.ts as sections. */
export const wellKnownSections: readonly Section[] = sectionsOf(wellKnownText);

/** The names of built-in games, which no game of a file may have. */
export const builtInNames: readonly string[] = [
  ...sectionsOf(ownText).map(({ name }) => name),
  ...UNFIT.keys(),
  ...wellKnownSections.map(({ name }) => name),
];

function allSections(): ReadonlyMap<string, Section> {
  read ??= new Map(
    [...sectionsOf(ownText + playableText + unplayableText), ...wellKnownSections].map((each) => [
      each.name,
      each,
    ]),
  );
  return read;
}

/** The games that a section can name as its parent, besides those of its file. */
export function parentNames(): readonly string[] {
  return [...allSections().keys()];
}

/** The settings of a well-known game, for a child to begin with. Errors: `variants`. */
export function findParent(name: string): Result<Settings> {
  const why = UNFIT.get(name);
  if (why) return fail('variants', `${name} cannot be a parent: ${why}`, name);
  const section = allSections().get(name);
  if (!section)
    return fail('variants', `there is no game '${excerpt(name)}' to be its parent`, name);
  return ok(settingsOf(section));
}

/** Throws an Error if the text of a well-known game is wrong: a bug. */
export function settingsOf(section: Section): Settings {
  const { name, parent } = section;
  const before = known.get(name);
  if (before) return before;
  const base = parent === undefined ? template() : settingsOf(allSections().get(parent)!);
  const settings = copyOf(base);
  const [problem] = [...section.problems, ...applySection(settings, section)];
  if (problem) throw new Error(`[${name}] ${problem.message}`);
  known.set(name, settings);
  return settings;
}
