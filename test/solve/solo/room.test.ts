import { describe, expect, it } from 'vitest';
import { Room } from '../../../src/solve/solo/room.ts';

/** Tasks by name, which start when there is room and end when told to. */
class Tasks {
  readonly running: string[] = [];
  private readonly ends = new Map<string, () => void>();
  private readonly room: Room;

  constructor(bytes: number) {
    this.room = new Room(bytes);
  }

  add(name: string, bytes: number, fails = false): Promise<void> {
    return this.room.run(bytes, async () => {
      this.running.push(name);
      await new Promise<void>((resolve) => this.ends.set(name, resolve));
      this.running.splice(this.running.indexOf(name), 1);
      if (fails) throw new Error(name);
    });
  }

  async end(name: string): Promise<void> {
    this.ends.get(name)!();
    await new Promise(setImmediate);
  }
}

describe('tasks in a room', () => {
  it('start in order as far as there is room, and others when some end', async () => {
    const tasks = new Tasks(10);
    const all = [tasks.add('a', 6), tasks.add('b', 5), tasks.add('c', 4), tasks.add('d', 10)];
    expect(tasks.running).toEqual([]);
    await new Promise(setImmediate);
    expect(tasks.running).toEqual(['a', 'c']);
    await tasks.end('a');
    expect(tasks.running).toEqual(['c', 'b']);
    await tasks.end('c');
    expect(tasks.running).toEqual(['b']);
    await tasks.end('b');
    expect(tasks.running).toEqual(['d']);
    await tasks.end('d');
    await Promise.all(all);
  });

  it('leave it when they fail', async () => {
    const tasks = new Tasks(10);
    const first = tasks.add('a', 10, true);
    const second = tasks.add('b', 1);
    await new Promise(setImmediate);
    const failed = expect(first).rejects.toThrow('a');
    await tasks.end('a');
    await failed;
    expect(tasks.running).toEqual(['b']);
    await tasks.end('b');
    await second;
  });
});
