import type { GenerateEvent } from '../solve/generation.ts';

/** The table that a solver's event is about, and how much of it is done, from 0 to 1. Solving counts as much as packing. */
export function progressIn(event: GenerateEvent): { table: string; share: number } | undefined {
  if (event.kind !== 'progress' && event.kind !== 'packing') return undefined;
  const { table, done, total } = event;
  return { table, share: ((event.kind === 'packing' ? 1 : 0) + done / total) / 2 };
}
