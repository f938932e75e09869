import type { ScannedPlane } from '../format/planes/planeScan.ts';
import type { Endgame } from '../table/table.ts';
import { outcomeOf } from './codes.ts';
import type { PlaneCollector } from './planeCollector.ts';
import { Shortlist } from './shortlist.ts';
import {
  describeKinds,
  type FoundKind,
  type IndexedZugzwang,
  kindAt,
  kinds,
  longestOf,
  type ZugzwangKind,
  type ZugzwangOptions,
} from './zugzwang.ts';

/**
 * Collects what {@link mutualZugzwangs} finds from the planes of a table, or from a thread's share of them, in any
 * order.
 */
export class ZugzwangsInPlanes implements PlaneCollector<readonly FoundKind[]> {
  private readonly endgame: Endgame;
  private readonly kinds: readonly Kind[];

  constructor(endgame: Endgame, { examples = 0 }: ZugzwangOptions) {
    this.endgame = endgame;
    this.kinds = kinds.map(() => ({ unique: 0, board: 0, list: new Shortlist(examples) }));
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
      const of = this.kinds[kind]!;
      of.unique++;
      of.board += placements.orbitSize(squares);
      keep(this.endgame, of.list, { index: placements.index(squares), white, black });
    }
  }

  get found(): readonly FoundKind[] {
    return this.kinds.map(({ unique, board, list }) => ({ unique, board, examples: list.entries }));
  }
}

interface Kind {
  unique: number;
  board: number;
  readonly list: Shortlist<IndexedZugzwang>;
}

/** The mutual zugzwangs of all shares. */
export function mergedZugzwangs(
  endgame: Endgame,
  shares: readonly (readonly FoundKind[])[],
  { examples = 0 }: ZugzwangOptions,
): readonly ZugzwangKind[] {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const merged = kinds.map((_, kind) => {
    const found = shares.map((share) => share[kind]!);
    const list = new Shortlist<IndexedZugzwang>(examples);
    for (const each of found.flatMap((share) => share.examples)) keep(endgame, list, each);
    return {
      unique: sum(found.map(({ unique }) => unique)),
      board: sum(found.map(({ board }) => board)),
      examples: list.entries,
    };
  });
  return describeKinds(endgame, merged);
}

/** The deepest first, then by index. */
function keep(
  { placements }: Endgame,
  list: Shortlist<IndexedZugzwang>,
  each: IndexedZugzwang,
): void {
  list.add(each.index - longestOf(each) * placements.size, each);
}
