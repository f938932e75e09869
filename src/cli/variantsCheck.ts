import { unwrap } from '../board/result.ts';
import { EXIT } from './exitCode.ts';
import { columns, type Output, plural, printable, thousands } from './output.ts';
import { firstProblemOf, readVariantsFile, type Section } from './variantsFile.ts';

/** Reports every problem of every section of a variants.ini, and by the exit code whether there is one. */
export async function checkVariantsFile(path: string, output: Output): Promise<void> {
  const file = unwrap(await readVariantsFile(path));
  const sections = file.sections.map(describe);
  output.result(
    { file: path, sections },
    () => textOf(path, file.sections),
    () => [
      ['section', 'line', 'ok', 'problem_line', 'key', 'message'],
      ...sections.flatMap(({ name, line, ok, problems }) =>
        (problems.length > 0 ? problems : [{ line: null, key: null, message: null }]).map(
          (problem) => [name, line, String(ok), problem.line, problem.key, problem.message],
        ),
      ),
    ],
  );
  if (sections.some(({ ok }) => !ok)) process.exitCode = EXIT.usage;
}

function describe({ name, line, rules, problems }: Section) {
  return {
    name,
    line,
    ok: rules !== undefined,
    problems: problems.map(({ line: at, key = null, message }) => ({ line: at, key, message })),
  };
}

function textOf(path: string, sections: readonly Section[]): string {
  const games = sections.filter(({ rules }) => rules);
  const bad = sections.filter(({ rules }) => !rules);
  const works = columns([
    ['game', 'board', 'men', ''],
    ...games.map(({ rules }) => {
      const { name, board, army, about } = rules!;
      const letters = army.map(({ letter }) => letter).join('');
      return [name, `${board.files}x${board.ranks}`, letters, about];
    }),
  ]);
  const problems = bad.flatMap((section) => [
    '',
    `${section.name} (line ${section.line}) does not load:`,
    ...problemsOf(section).map(({ line, message }) => `  line ${line}: ${message}`),
  ]);
  const total = plural(sections.length, 'section');
  const summary = `${path}: ${thousands(games.length)} of ${total} can be used`;
  return [...(games.length > 0 ? [works] : []), ...problems, '', summary].map(printable).join('\n');
}

function problemsOf(section: Section): Section['problems'] {
  return section.problems.length > 0 ? section.problems : [firstProblemOf(section)];
}
