import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type Result, unwrap } from '../../board/result.ts';
import { endgameOf } from '../../rules/endgame.ts';
import { gameOf } from '../../rules/gameRef.ts';
import { FileSource } from '../../store/fileSource.ts';
import { parseMaterial } from '../../table/material.ts';
import { type ComparedShare, type ListedKeys, Sampler, type Take } from './sampler.ts';
import { openSampleTables } from './sampleTable.ts';
import type { SampleTask } from './sampleTask.ts';

/** Lists a thread's share of the keys. Errors: those of opening the tables. */
export async function listKeys(task: SampleTask): Promise<Result<ListedKeys>> {
  const sampler = await samplerOf(task);
  if (!sampler.ok) return sampler;
  const listed = sampler.value.list(task.samples, turnsOf(task));
  return listed.ok ? moved(listed, listed.value) : listed;
}

/** Reads a thread's share of the values. Errors: those of opening the tables, and of reading them. */
export async function readValues(task: SampleTask): Promise<Result<undefined>> {
  const sampler = await samplerOf(task);
  return sampler.ok ? sampler.value.read(task.wanted, turnsOf(task)) : sampler;
}

/** Compares a thread's share of the samples. Errors: those of opening the tables. */
export async function compareValues(task: SampleTask): Promise<Result<ComparedShare>> {
  const sampler = await samplerOf(task);
  if (!sampler.ok) return sampler;
  return sampler.value.compare(task.samples, task.wanted, turnsOf(task));
}

async function samplerOf({ rules: game, dir, table, versions }: SampleTask) {
  const rules = unwrap(gameOf(game));
  const { material } = unwrap(parseMaterial(table, rules));
  const tables = await openSampleTables(rules, new FileSource(rules, dir), material, versions);
  if (!tables.ok) return tables;
  const sampler = new Sampler(rules, endgameOf(rules, material), tables.value);
  return { ok: true as const, value: sampler };
}

function turnsOf({ next }: SampleTask): Take {
  return () => Atomics.add(next, 0, 1);
}

/** Leaves the keys to the thread that asked. */
function moved(value: Result<ListedKeys>, keys: ListedKeys): Result<ListedKeys> {
  const buffers = [...keys.values()].map(({ buffer }) => buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: value }) as unknown as typeof value;
}
