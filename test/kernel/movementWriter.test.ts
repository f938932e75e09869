import { expect, it } from 'vitest';
import { KernelMemory, makeMemory } from '../../src/kernel/kernelMemory.ts';
import { writeMovement } from '../../src/kernel/movementWriter.ts';
import { takingSteps } from '../../src/pieces/steps.ts';
import { chess } from '../../src/rules/chess.ts';

// All workers write the movements to the same address at once, so reading back one's own bytes could lose some.
it.each(chess.army.map((_, kind) => [kind]))(
  'the movement of kind %i does not depend on the earlier content of its memory',
  (kind) => {
    const before = [0, 0xff, 0x5a];
    const rooms = before.map((byte) => {
      const memory = new KernelMemory(makeMemory(1 << 20, true));
      const room = memory.u8(memory.fresh, 1 << 19).fill(byte);
      writeMovement(memory, takingSteps(chess.army[kind]!.movement)!);
      return room;
    });
    let written = 0;
    const damaged: number[] = [];
    for (let i = 0; i < rooms[0]!.length; i++) {
      const bytes = rooms.map((room) => room[i]);
      if (bytes.every((byte) => byte === bytes[0])) written++;
      else if (bytes.some((byte, j) => byte !== before[j])) damaged.push(i);
    }
    expect(damaged).toEqual([]);
    expect(written).toBeGreaterThan(60_000);
  },
);
