import type { RuleSet } from '../../rules/ruleset.ts';
import { logPath, openLasting, ScratchBytes } from '../../store/openScratch.ts';
import type { Material } from '../../table/material.ts';
import type { WindowStores } from '../window/solveThroughWindow.ts';
import type { Scratch } from './nodeTask.ts';
import type { SolvedInParts, WindowSite } from './teamMember.ts';

/** The scratch files of a run, as one worker sees them. */
export class ScratchSite implements WindowSite {
  private readonly rules: RuleSet;
  private readonly scratch: Scratch;
  private readonly write: WindowSite['writeInParts'];
  /** The log of the table that is being solved, if it outlives the run. */
  private lasting: ScratchBytes | undefined;

  /** `write`: see {@link WindowSite}. */
  constructor(rules: RuleSet, scratch: Scratch, write: WindowSite['writeInParts']) {
    this.rules = rules;
    this.scratch = scratch;
    this.write = write;
  }

  storesFor({ name }: Material, lasts: boolean): Omit<WindowStores, 'bytes'> {
    const { buffers, folder, pages, log } = this.scratch;
    this.close();
    if (lasts) this.lasting = new ScratchBytes(openLasting(logPath(folder, this.rules, name)));
    return { buffers, pages: new ScratchBytes(pages), log: this.lasting ?? new ScratchBytes(log) };
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
