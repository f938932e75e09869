import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { allCommands, shapeOf } from '../../src/cli/commandTree.ts';
import { makeManual } from '../../src/cli/manual.ts';
import { makeProgram } from '../../src/cli/program.ts';
import { need } from '../need.ts';
import { makeFolder, metatb } from './metatb.ts';

/** Completion scripts and the manual have every command and option: they are made from commander's own tree. */

const program = await makeProgram();
const top = shapeOf(program);
const commands = allCommands(top);
const folder = makeFolder();
const script = join(folder, 'metatb.bash');

beforeAll(async () => {
  const { status, stdout } = await metatb(['completion', 'bash']);
  expect(status).toBe(0);
  writeFileSync(script, stdout);
  for (const table of ['chess/KQvk', 'metachess/KRvk', 'metachess/KRvkn']) {
    mkdirSync(join(folder, 'my tables', table, '..'), { recursive: true });
    writeFileSync(join(folder, 'my tables', `${table}.mtb`), '');
  }
});

/** The completions that bash offers for the last of these words. */
function complete(...words: readonly string[]): Promise<readonly string[]> {
  const drive = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _metatb; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', drive, 'bash', script, 'metatb', ...words];
  return new Promise((resolve, reject) => {
    execFile('bash', args, { cwd: folder, env: { HOME: folder } }, (error, stdout, stderr) => {
      if (error || stderr !== '') reject(error ?? new Error(stderr));
      else resolve(stdout.split('\n').filter((line) => line !== ''));
    });
  });
}

describe('bash completes', () => {
  test('every command, and the options of the program', async () => {
    const names = top.commands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['generate', 'probe', 'completion', 'help']));
    const flags = top.options.flatMap((option) => option.flags);
    expect(await complete('')).toEqual([...names, ...flags]);
    expect(await complete('z')).toEqual(['zugzwang']);
    expect(await complete('help', 'ser')).toEqual(['serve']);
  });

  test('the commands of a command', async () => {
    const { commands: own } = commands.find(({ name }) => name === 'queue')!;
    const names = own.map(({ name }) => name.replace('queue ', ''));
    expect(names).toEqual(expect.arrayContaining(['simulate', 'help']));
    expect(await complete('queue', '')).toEqual(names);
    expect(await complete('queue', 'sim')).toEqual(['simulate']);
    expect(await complete('queue', 'help', 'sim')).toEqual(['simulate']);
    expect(await complete('queue', 'simulate', '--mach')).toEqual(['--machines']);
    // Elsewhere the word is an argument.
    expect(await complete('stats', 'simulate', '')).toEqual([]);
  });

  test.each(
    commands.filter(({ options }) => options.length > 0).map((shape) => [shape.name, shape]),
  )('every option of %s, and the choices of its values', async (name, { options }) => {
    const words = name.split(' ');
    expect(await complete(...words, '-')).toEqual(options.flatMap(({ flags }) => flags));
    for (const { flags, value } of options) {
      if (value?.kind !== 'choices') continue;
      for (const flag of flags) expect(await complete(...words, flag, '')).toEqual(value.choices);
    }
  });

  test('tables of --dir and --rules', async () => {
    expect(await complete('stats', '--dir', 'my tables', '')).toEqual(['KRvk', 'KRvkn']);
    expect(await complete('stats', '--dir', '=', 'my tables', '-r', 'chess', 'K')).toEqual([
      'KQvk',
    ]);
    expect(await complete('stats', '')).toEqual([]);
  });

  test('files and folders, even with blanks in their names', async () => {
    expect(await complete('info', '--dir', 'my')).toEqual(['my tables']);
    expect(await complete('import', 'metatb.b')).toEqual(['metatb.bash']);
    expect(await complete('probe', '--file', '=', 'metatb.b')).toEqual(['metatb.bash']);
    expect(await complete('longest', '--count', '')).toEqual([]);
  });
});

test('the script for fish offers the commands of a command, and their options, after its name alone', async () => {
  const { stdout } = await metatb(['completion', 'fish']);
  const queue = stdout.split('\n').filter((line) => line.includes('_from queue'));
  const offered = queue.find((line) => line.includes(' -a simulate '))!;
  expect(offered).toMatch(/from queue; and not __fish_seen_subcommand_from [\w ]*\bsimulate\b/);
  expect(queue.find((line) => line.includes(' -l machines '))).toContain(
    "-n '__fish_seen_subcommand_from queue; and __fish_seen_subcommand_from simulate'",
  );
});

test.each(['zsh', 'fish'])(
  'the script for %s names every command and long option',
  async (shell) => {
    const { status, stdout } = await metatb(['completion', shell]);
    expect(status).toBe(0);
    for (const { name, options } of commands) {
      expect(stdout).toMatch(new RegExp(`\\b${name.split(' ').at(-1)}\\b`));
      for (const flag of options.flatMap(({ flags }) => flags.slice(-1))) {
        expect(stdout).toContain(shell === 'fish' ? `-l ${flag.slice(2)} ` : flag);
      }
    }
  },
);

describe('zsh completes', () => {
  test('tables of --dir and --rules', async (context) => {
    need(context, spawnSync('zsh', ['--version']).status === 0, 'zsh');
    const { stdout } = await metatb(['completion', 'zsh']);
    const drive = `compdef() {}; compadd() { print -rl -- \${(P)2} }; ${stdout}
      words=("$@"); CURRENT=$#; _metatb_tables`;
    const offered = (...words: readonly string[]) => {
      const args = ['-fc', drive, 'zsh', 'metatb', 'stats', ...words, ''];
      const { stdout, stderr } = spawnSync('zsh', args, { cwd: folder, encoding: 'utf8' });
      return { offered: stdout.trim().split('\n'), stderr };
    };
    const tables = ['--dir', 'my tables'];
    expect(offered(...tables)).toEqual({ offered: ['KRvk', 'KRvkn'], stderr: '' });
    expect(offered(...tables, '--rules', 'chess')).toEqual({ offered: ['KQvk'], stderr: '' });
  });

  test('a value attached to its option', async () => {
    const { stdout } = await metatb(['completion', 'zsh']);
    expect(stdout).toContain('{-f+,--format=}');
  });

  test('without an index that zsh would split into two words', async () => {
    const { stdout } = await metatb(['completion', 'zsh']);
    expect(stdout).not.toMatch(/\$\w+\[[^\]\n]* [^\]\n]*\]/);
  });
});

test('completion of an unknown shell is wrong usage', async () => {
  const { status, stderr } = await metatb(['completion', 'tcsh']);
  expect(stderr).toMatch(/'tcsh' is invalid.*bash, zsh, fish/);
  expect(status).toBe(2);
});

describe('the manual', () => {
  const page = makeManual(program);

  test('has every command with every option and example', () => {
    for (const command of program.commands.filter(({ commands: own }) => own.length === 0)) {
      expect(page).toContain(`.SS metatb ${command.name()} `);
      for (const { long } of command.options) expect(page).toContain(long!.replaceAll('-', '\\-'));
    }
    expect(page).toContain('metatb generate KQvk ');
    expect(page).toContain('130 interrupted');
    expect(page).toContain('.B metatb queue simulate\n[options] [tables...]');
    expect(page).toContain('.SS metatb queue simulate [options] [tables...]');
    expect(page).toContain('\\-\\-machines');
  });

  test('has no text line that roff would read as a request', () => {
    const requests = page.match(/^[.'].*/gm)!.map((line) => line.split(' ')[0]);
    const own = ['.TH', '.SH', '.SS', '.TP', '.B', '.PP', '.nf', '.fi', '.br'];
    expect([...new Set(requests)].filter((request) => !own.includes(request!))).toEqual([]);
    expect(page).not.toMatch(/\\[^e&-]/);
  });
});
