import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Verification } from '../../src/solve/verify.ts';

const dist = (file: string) => JSON.stringify(new URL(`../../dist/src/${file}`, import.meta.url));

const program = `
  import { findRuleSet, parseMaterial, unwrap } from ${dist('index.js')};
  import { planTables, TableStore, verifyTable } from ${dist('node.js')};
  const [dir, ruleSet, name] = process.argv.slice(1);
  const rules = unwrap(findRuleSet(ruleSet));
  const store = new TableStore(rules, dir);
  const tables = new Map();
  for (const { material } of planTables(rules, [unwrap(parseMaterial(name, rules.army)).material])) {
    tables.set(material.name, unwrap(await store.read(material)));
  }
  const found = verifyTable(rules, tables.get(name), (below) => tables.get(below));
  process.stdout.write(JSON.stringify(found));
`;

/** Verifies every position of a table in a folder, in a process of its own: another core than ours. */
export async function verifyInChild(
  dir: string,
  rules: string,
  name: string,
): Promise<Verification> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    dir,
    rules,
    name,
  ]);
  return JSON.parse(stdout) as Verification;
}
