import type { Problem } from '../board/result.ts';

/** What is known of a queue: for people, for `metatb queue status --json` and for the page. Plain data. */
export interface QueueState {
  readonly games: readonly GameState[];
  readonly machines: readonly MachineState[];
  /** When it was looked at, in milliseconds since 1970. */
  readonly at: number;
}

/** One game's plan. */
export interface GameState {
  readonly rules: string;
  readonly title: string;
  readonly fingerprint: string;
  /** Each after those that it needs. */
  readonly tables: readonly TableState[];
}

export interface TableState {
  readonly table: string;
  readonly needs: readonly string[];
  /** The tables that are made in one job have the same. */
  readonly bundle: string;
  /** Memory while it is solved, in bytes. */
  readonly memory: number;
  /** What it is expected to take. */
  readonly expectedSeconds: number;
  /** `ready`: all that it needs is done, and it waits for a machine; `waiting`: for other tables. */
  readonly state: 'done' | 'running' | 'ready' | 'waiting' | 'failed';
  /** Of a running or finished table. */
  readonly machine?: string;
  /** Of a running table, from 0 to 1. */
  readonly share?: number;
  /** Of a finished table; null if it lay in the store before. */
  readonly seconds?: number | null;
  /** Of a finished table. */
  readonly bytes?: number;
  readonly sha256?: string;
  /** When a finished table was stored, in milliseconds since 1970. */
  readonly at?: number;
  /** Of a failed table. */
  readonly problem?: Problem;
}

export interface MachineState {
  /** `host/pid`. */
  readonly name: string;
  readonly version: string;
  readonly threads: number;
  /** The most bytes that it uses. */
  readonly memory: number;
  /** When it joined, in milliseconds since 1970. */
  readonly since: number;
  /** Tables that it has made since. */
  readonly made: number;
  /** What it makes now; undefined if it waits for work. */
  readonly table?: string;
  /** How much of that is done, from 0 to 1. */
  readonly share?: number;
  /** The game of that table. */
  readonly rules?: string;
}
