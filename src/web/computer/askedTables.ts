import type { Result } from '../../board/result.ts';
import type { Source, SourceFile } from '../../format/mtb/source.ts';
import type { Game } from '../../play/game.ts';
import type { Position } from '../../position/position.ts';
import { canNeedTables, HeldTables } from '../../probe/heldTables.ts';
import { MemorySource } from '../../probe/memorySource.ts';
import { refOf } from '../../rules/gameRef.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { TableValues } from '../../search/tableValues.ts';
import { parseMaterial } from '../../table/material.ts';
import type { TableAnswers, TableQuestion } from './tableQuestion.ts';

/** The most bytes of files, and of what they decode to: phones have little. */
const HELD_BYTES = 1 << 25;
/** A search waits no longer for tables, in milliseconds. Those that come later are for the next one. */
const PATIENCE_MS = 500;

/** The tables of one game that the page has sent to this worker. */
class AskedTables {
  readonly rules: RuleSet;
  private readonly held: HeldTables;

  constructor(rules: RuleSet) {
    this.rules = rules;
    this.held = new HeldTables(rules, pageSource(rules), HELD_BYTES);
  }

  async from(position: Position): Promise<TableValues> {
    if (canNeedTables(position)) {
      const patience = new Promise((end) => setTimeout(end, PATIENCE_MS));
      await Promise.race([this.load(position), patience]);
    }
    return this.held.now;
  }

  private async load(position: Position): Promise<void> {
    const { rules } = this;
    const listed = await ask({ kind: 'tables', rules: refOf(rules) });
    const files = listed.flatMap(({ table, bytes }) => {
      const named = parseMaterial(table, rules);
      return named.ok ? [{ material: named.value.material, bytes }] : [];
    });
    await this.held.from(position, files);
  }
}

/** Those of the game that was searched last. */
let last: AskedTables | undefined;

/** The page's tables that can be needed from a position on, as far as they are here soon. */
export function askedTables({ rules, position }: Game): Promise<TableValues> {
  if (last?.rules !== rules) last = new AskedTables(rules);
  return last.from(position);
}

function pageSource(rules: RuleSet): Source {
  return {
    async open(table): Promise<Result<SourceFile | undefined>> {
      const file = await ask({ kind: 'file', rules: refOf(rules), table });
      return new MemorySource(new Map(file && [[table, file]])).open(table);
    },
  };
}

function ask<Question extends TableQuestion>(
  question: Question,
): Promise<TableAnswers[Question['kind']]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    postMessage(question, { transfer: [port2] });
  });
}
