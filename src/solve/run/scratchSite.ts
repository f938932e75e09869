import { deflateSync, inflateSync } from 'node:zlib';
import type { RuleSet } from '../../rules/ruleset.ts';
import { logPath, openLasting, ScratchBytes } from '../../store/openScratch.ts';
import type { Material } from '../../table/material.ts';
import type { CodeStore } from '../window/codeBlocks.ts';
import type { FinishedStore } from '../window/finishedTargets.ts';
import { type ThroughWindow, throughWindow } from '../window/runs.ts';
import type { WindowStores } from '../window/solveThroughWindow.ts';
import type { Scratch } from './nodeTask.ts';
import type { SolvedInParts, WindowSite } from './teamMember.ts';

/** More would take longer than solving, for a few per cent. */
const LEVEL = { level: 1 };

/** Codes in a file, in zlib's format, which has a checksum. */
class CodeFile extends ScratchBytes implements CodeStore {
  compress(bytes: Uint8Array): Uint8Array {
    return deflateSync(bytes, LEVEL);
  }

  expand(bytes: Uint8Array): Uint8Array {
    return inflateSync(bytes);
  }
}

/** The scratch files of a run, as one worker sees them. */
export class ScratchSite implements WindowSite {
  private readonly rules: RuleSet;
  private readonly scratch: Scratch;
  private readonly write: WindowSite['writeInParts'];
  private readonly read: FinishedStore['read'];
  /** What outlives the run of the table that is being solved. */
  private lasting: ScratchBytes | undefined;

  /** `write`: see {@link WindowSite}; `read`: see {@link FinishedStore}. */
  constructor(
    rules: RuleSet,
    scratch: Scratch,
    write: WindowSite['writeInParts'],
    read: FinishedStore['read'],
  ) {
    this.rules = rules;
    this.scratch = scratch;
    this.write = write;
    this.read = read;
  }

  throughWindow(material: Material, bytes: number, lasts: boolean): ThroughWindow {
    return throughWindow({ bytes, ...this.storesFor(material, lasts) });
  }

  private storesFor({ name, men }: Material, lasts: boolean): Omit<WindowStores, 'bytes'> {
    const { buffers, folder, pages, log, codes, finished } = this.scratch;
    const { army } = this.rules;
    this.close();
    const lasting = () => openLasting(logPath(folder, this.rules, name));
    const stores = { buffers, pages: new ScratchBytes(pages) };
    if (men.some(({ kind }) => army[kind]!.pawn)) {
      const kept = new CodeFile(lasts ? lasting() : codes);
      if (lasts) this.lasting = kept;
      const others = { blocks: new CodeFile(finished), read: this.read };
      return { ...stores, log: new ScratchBytes(log), codes: kept, finished: others };
    }
    if (lasts) this.lasting = new ScratchBytes(lasting());
    return { ...stores, log: this.lasting ?? new ScratchBytes(log) };
  }

  async writeInParts(solved: SolvedInParts): Promise<void> {
    await this.write(solved);
    this.close();
  }

  /** Lets go of the log, which takes room on the disk as long as anybody has it open. */
  close(): void {
    this.lasting?.close();
    this.lasting = undefined;
  }
}
