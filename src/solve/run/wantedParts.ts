import type { MessagePort } from 'node:worker_threads';
import type { Result } from '../../board/result.ts';
import { ok } from '../../board/result.ts';
import type { CodesInParts } from '../../store/partsPacking.ts';
import { interrupted } from '../generation.ts';
import type { DecidedInParts, HostMessage } from './nodeTask.ts';

/** Asks the workers of a team for the parts of a table that they have solved, one part at a time. */
export class WantedParts {
  private readonly ports: readonly MessagePort[];
  private answer: ((result: Result<undefined>) => void) | undefined;
  private ended = false;

  /** `ports`: of the workers. */
  constructor(ports: readonly MessagePort[]) {
    this.ports = ports;
  }

  /** A table as packing takes it. Its parts can be read until {@link end}, then reading them is interrupted. */
  codesOf({ material, codeBytes, statistics, workers }: DecidedInParts): CodesInParts {
    const read: CodesInParts['read'] = (part, into) => {
      if (this.ended) return Promise.resolve(interrupted());
      return new Promise((resolve) => {
        this.answer = resolve;
        this.post(workers, { kind: 'part', part, into });
      });
    };
    return { material, codeBytes, statistics, read };
  }

  /** The workers have made the part that they were asked for. */
  filled(): void {
    this.answer?.(ok(undefined));
  }

  written({ material, workers }: DecidedInParts): void {
    this.post(workers, { kind: 'written', table: material.name });
  }

  /** The workers stop, or have. */
  end(): void {
    this.ended = true;
    this.answer?.(interrupted());
  }

  private post(workers: number, message: HostMessage): void {
    for (const port of this.ports.slice(0, workers)) port.postMessage(message);
  }
}
