import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Verification, VerifyOptions } from '../../src/solve/verify.ts';
import type { Comparison } from '../../src/table/compare.ts';

const dist = (file: string) => JSON.stringify(new URL(`../../dist/src/${file}`, import.meta.url));

/** A program that loads a table and its subtables from a folder, and prints the value of `expression`. */
const program = (expression: string) => `
  import { compareTables, findRuleSet, parseMaterial, unwrap } from ${dist('index.js')};
  import { planTables, solveReference, TableStore, verifyTable } from ${dist('node.js')};
  const [dir, ruleSet, name, options] = process.argv.slice(1);
  const rules = unwrap(findRuleSet(ruleSet));
  const store = new TableStore(rules, dir);
  const steps = planTables(rules, [unwrap(parseMaterial(name, rules)).material]);
  const wanted = [name, ...steps.at(-1).needs];
  const tables = new Map();
  for (const { material } of steps) {
    if (wanted.includes(material.name)) tables.set(material.name, unwrap(await store.read(material)));
  }
  const get = (other) => tables.get(other);
  process.stdout.write(JSON.stringify(${expression}));
`;

async function evaluate<T>(expression: string, ...args: readonly string[]): Promise<T> {
  const run = ['--input-type=module', '--eval', program(expression), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  return JSON.parse(stdout) as T;
}

/** Derives a table's values from their successors in a separate process, on another core. */
export function verifyElsewhere(
  dir: string,
  rules: string,
  name: string,
  options: VerifyOptions = {},
): Promise<Verification> {
  const expression = 'verifyTable(rules, get(name), get, JSON.parse(options))';
  return evaluate(expression, dir, rules, name, JSON.stringify(options));
}

/** Solves a table by the reference solver in a separate process and compares it with the one in the folder. */
export function compareElsewhere(dir: string, rules: string, name: string): Promise<Comparison> {
  const expression = 'compareTables(get(name), solveReference(rules, steps.at(-1).material, get))';
  return evaluate(expression, dir, rules, name);
}
