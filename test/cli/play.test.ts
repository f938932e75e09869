import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { needPython, python3 } from '../python3.ts';
import { main, metatb, start } from './metatb.ts';

/** `play` as a process; test/terminal/play.test.ts has what is said in a game. */

const chess = ['play', '--rules', 'chess', '--time', '100ms'];

/** Presses Ctrl-C at the prompt of a command in a terminal, and prints its exit code. */
const pressing = `
import os, pty, sys
child, terminal = pty.fork()
if child == 0: os.execv(sys.argv[1], sys.argv[1:])
said = b''
while b'> ' not in said: said += os.read(terminal, 1)
os.write(terminal, b'\\x03')
try:
    while os.read(terminal, 1024): pass
except OSError: pass
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
`;

describe('play', () => {
  test('refuses a game whose secrets only a server can keep', async () => {
    const { status, stderr } = await metatb(['play', '--rules', 'illegal']);
    expect(status).toBe(2);
    expect(stderr).toContain('illegal is played by link only');
  });

  test('follows lines that come before they are asked for, and ends with its input', async () => {
    const { child, ended } = start([...chess, '--side', 'black', '--level', '1']);
    // The last one ends while the computer is thinking about its answer.
    child.stdin.end('moves\nfen\nresign\nback\na6\n');
    const { status, stdout, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/ b KQkq /);
    expect(stdout).toContain('Black resigns. White wins.');
    expect(stdout.match(/^The computer plays /gm)).toHaveLength(2);
  });

  test('interrupted while the computer thinks, leaves at once', async () => {
    const { child, ended } = start(['play', '--level', '5', '--time', '1h']);
    child.stdout.once('data', () => {
      child.stdin.write('e4\n');
      setTimeout(() => child.kill('SIGINT'), 500);
    });
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(stdout).not.toContain('The computer plays');
  });

  test('is left by Ctrl-C in a terminal', (context) => {
    needPython(context);
    const args = ['-c', pressing, process.execPath, main, ...chess];
    expect(spawnSync(python3, args, { encoding: 'utf8', timeout: 60_000 }).stdout).toBe('130\n');
  });
});
