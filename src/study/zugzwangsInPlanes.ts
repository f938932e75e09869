import type { ScannedPlane } from '../format/planes/planeScan.ts';
import {
  type FoundKind,
  KindTally,
  kindAt,
  mergedKinds,
  zugzwangKinds,
} from '../index/zugzwangs.ts';
import { outcomeOf } from '../table/codes.ts';
import type { Endgame } from '../table/table.ts';
import type { PlaneCollector } from './planeCollector.ts';
import { describeKinds, type ZugzwangKind, type ZugzwangOptions } from './zugzwang.ts';

/**
 * Collects what {@link mutualZugzwangs} finds from the planes of a table, or from a thread's share of them, in any
 * order.
 */
export class ZugzwangsInPlanes implements PlaneCollector<readonly FoundKind[]> {
  private readonly endgame: Endgame;
  private readonly kinds: readonly KindTally[];

  constructor(endgame: Endgame, { examples = 0 }: ZugzwangOptions) {
    this.endgame = endgame;
    const { size } = endgame.placements;
    this.kinds = zugzwangKinds.map(() => new KindTally(size, examples));
  }

  add(plane: ScannedPlane): void {
    const [whites, blacks] = plane.values;
    for (let cell = 0; cell < whites.length; cell++) {
      const white = whites[cell]!;
      const black = blacks[cell]!;
      const kind = kindAt[outcomeOf(white) + 4 * outcomeOf(black)]!;
      if (kind < 0 || !plane.isFirst(cell)) continue;
      const { placements } = this.endgame;
      const squares = plane.squares(cell);
      const each = { index: placements.index(squares), white, black };
      this.kinds[kind]!.add(placements.orbitSize(squares), each);
    }
  }

  get found(): readonly FoundKind[] {
    return this.kinds.map(({ found }) => found);
  }
}

/** The mutual zugzwangs of all shares. */
export function mergedZugzwangs(
  endgame: Endgame,
  shares: readonly (readonly FoundKind[])[],
  { examples = 0 }: ZugzwangOptions,
): readonly ZugzwangKind[] {
  return describeKinds(endgame, mergedKinds(endgame, shares, examples));
}
