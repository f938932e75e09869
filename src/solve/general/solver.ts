import { fail, InputError } from '../../board/result.ts';
import { formatBytes } from '../../format/byteCount.ts';
import { MemoryFull } from '../../kernel/kernelMemory.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { Material } from '../../table/material.ts';
import type { Table } from '../../table/table.ts';
import type { Progress } from '../reference/moveGraph.ts';
import type { Followers } from './crew.ts';
import { type CountedTable, Workbench } from './workbench.ts';

/**
 * Solves a table by sets, for games of any board and pieces that checkGeneral takes. The same table as solveReference
 * makes. `tables` returns the finished table of a name, for those that captures and promotions lead to; `followers` are threads that
 * share the work. Throws an InputError of code `memory` if WebAssembly, or the machine, has no room for it.
 */
export function solveGeneral(
  rules: RuleSet,
  material: Material,
  tables: (name: string) => Table,
  progress?: Progress,
  followers?: Followers,
): CountedTable {
  let workbench: Workbench | undefined;
  try {
    workbench = new Workbench(rules, tables, followers);
    return workbench.solve(material, progress);
  } catch (error) {
    if (!(error instanceof MemoryFull)) throw error;
    const need = `${material.name} needs ${formatBytes(error.bytes, Math.ceil)}`;
    const why =
      'WebAssembly addresses no more, or other programs or a limit of the system leave less';
    throw new InputError(fail('memory', `${need}: ${why}`, material.name).problem);
  } finally {
    workbench?.close();
  }
}
