/** What `npm run bench:general` measures, and what is asked of it. */

/** The most that is asked: of user time per placement and ply, as a multiple of the first in the contest, or of seconds by the clock. */
export interface Goal {
  readonly of: 'ratio' | 'seconds';
  readonly atMost: number;
}

/** One way to make one table. */
export interface Entry {
  readonly game: string;
  readonly table: string;
  /** A solve alone, by the general solver or by chess's own, or the whole command `metatb generate`. */
  readonly by: 'general' | 'own' | 'generate';
  /** Default: one. */
  readonly threads?: number;
  readonly goal?: Goal;
}

/** Entries that are tried in turn. */
export interface Contest {
  readonly title: string;
  /** Are the others held against the first? */
  readonly isCompared: boolean;
  readonly entries: readonly Entry[];
}

/** `threads`: of whole commands, and of large tables besides one. `long`: five men with a fairy piece, too. */
export function contestsFor(threads: number, long: boolean): readonly Contest[] {
  return [
    reach,
    fairyFour,
    ...(long ? [fairyFive] : []),
    largeBoards(threads),
    ...['KQvkr', 'KBNvk', 'KRvkn', 'KPvkp'].map(bothSolvers),
  ];
}

/** The same for these tables alone, as they are named here, and what they are held against; all if none is named. */
export function contestsOf(contests: readonly Contest[], names: readonly string[]): Contest[] {
  if (names.length === 0) return [...contests];
  return contests.flatMap((contest) => {
    const { isCompared, entries } = contest;
    const wanted = entries.filter(({ table }) => names.includes(table));
    if (!isCompared) return wanted.length > 0 ? [{ ...contest, entries: wanted }] : [];
    const [first, ...others] = entries;
    const held = others.filter((entry) => wanted.includes(entry));
    return held.length > 0 ? [{ ...contest, entries: [first!, ...held] }] : [];
  });
}

const ratio = (atMost: number): Goal => ({ of: 'ratio', atMost });
const seconds = (atMost: number): Goal => ({ of: 'seconds', atMost });

const reach: Contest = {
  title: 'Reach Chess, against chess by its own solver',
  isCompared: true,
  entries: [
    { game: 'chess', table: 'KQRvkr', by: 'own' },
    { game: 'chess', table: 'KQRvkr', by: 'general' },
    { game: 'reach', table: 'KQRvkr', by: 'general', goal: ratio(1.3) },
  ],
};

const fairyFour: Contest = {
  title: 'Cannon, grasshopper, gryphon and lame knight in place of the queen',
  isCompared: true,
  entries: [
    { game: 'chess', table: 'KQvkr', by: 'general' },
    ...['KCvkr', 'KGvkr', 'KYvkr'].map(
      (table): Entry => ({ game: 'fairy', table, by: 'general', goal: ratio(2.5) }),
    ),
    { game: 'fairy', table: 'KHvkr', by: 'general' },
  ],
};

const fairyFive: Contest = {
  title: 'A gryphon in place of the queen, five men',
  isCompared: true,
  entries: [
    { game: 'chess', table: 'KQRvkr', by: 'general' },
    { game: 'fairy', table: 'KYRvkr', by: 'general', goal: ratio(2.5) },
  ],
};

function largeBoards(threads: number): Contest {
  const ofThree = ['KRvk', 'KQvk', 'KGvk'].flatMap((table): Entry[] => [
    { game: 'metamachy', table, by: 'general' },
    { game: 'metamachy', table, by: 'generate', threads, goal: seconds(1) },
  ]);
  const ofFour = [...new Set([1, threads])].map(
    (count): Entry => ({ game: 'metamachy', table: 'KQvkr', by: 'general', threads: count }),
  );
  return {
    title: 'Large boards: Metamachy 12x12, Capablanca 10x8',
    isCompared: false,
    entries: [
      ...ofThree,
      ...ofFour,
      { game: 'metamachy', table: 'KQvkr', by: 'generate', threads, goal: seconds(20) },
      { game: 'capablanca', table: 'KQvkr', by: 'general' },
    ],
  };
}

function bothSolvers(table: string): Contest {
  return {
    title: `Chess ${table} by its own solver and by the general one`,
    isCompared: true,
    entries: [
      { game: 'chess', table, by: 'own' },
      { game: 'chess', table, by: 'general' },
    ],
  };
}
