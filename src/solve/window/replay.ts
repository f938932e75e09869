import { SET } from '../../kernel/kernelFrame.ts';
import { USE } from './window.ts';
import { sides, type WindowParts, type WindowPasses } from './windowPasses.ts';

/**
 * Makes the sets those after so many plies, by what the log says of these, where the terminal layer has been found. Reads all
 * other chunks too. Throws InputError: DAMAGED_LOG.
 */
export function replayTask(
  parts: WindowParts,
  passes: WindowPasses,
  task: number,
  pliesDone: number,
): void {
  const { kernel, window } = parts;
  const { rows } = passes;
  for (const side of sides) {
    passes.flags(SET.lost, side).fill(0, ...passes.slabsOf(task));
    for (let row = 0; row < rows.count; row++) {
      const bytes = passes.readChunk(row, side, task);
      if (bytes === 0) continue;
      const end = parts.rooms.chunks[side] + bytes;
      const winning = row % 2 === 1;
      if (row > 0 && row <= pliesDone) {
        const shrinking = winning ? [SET.open, SET.safe] : [SET.open];
        const frontier = passes.flags(winning ? SET.won : SET.lost, side);
        replay(parts, side, end, shrinking, row === pliesDone ? frontier : undefined);
      }
      const distance = rows.losingDistance(row);
      if (distance > 0 && 2 * distance <= pliesDone) {
        replay(parts, side, end, [SET.safeConversion], undefined);
      }
    }
  }
  passes.overPages(task, (first, end) => {
    for (const side of sides) {
      window.use(SET.open, side, first, USE.read);
      for (let slab = first; slab < end; slab++) kernel.findFlags(SET.open, side, slab);
    }
  });
}

/** Takes the placements of the chunk of a side, up to `end`, out of some sets. `frontier`: to flag their slabs in, if any. */
function replay(
  { kernel, memory, window, shape, rooms }: WindowParts,
  side: 0 | 1,
  end: number,
  shrinking: readonly number[],
  frontier: Uint8Array | undefined,
): void {
  let page = -1;
  for (let record = rooms.chunks[side]; record < end; ) {
    const slab = memory.i32At(record);
    const own = Math.floor(slab / shape.slabsAtOnce);
    if (own !== page) {
      page = own;
      window.begin();
      for (const name of shrinking) window.use(name, side, slab, USE.shrink);
    }
    if (frontier) frontier[slab] = 1;
    let next = record;
    for (const name of shrinking) next = kernel.takeOut(name, side, record);
    record = next;
  }
}
