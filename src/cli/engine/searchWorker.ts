// The thread in which `nodeEngine` searches.
import { parentPort } from 'node:worker_threads';
import { HeldTables } from '../../probe/heldTables.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import type { SearchRequest } from '../../search/messages.ts';
import { SearchServer } from '../../search/serve.ts';
import { FileSource } from '../../store/fileSource.ts';
import { listTables } from '../../store/tableList.ts';

/** The tables that the last search could need, of one game and folder. */
let last: { readonly key: string; readonly tables: HeldTables } | undefined;

function heldTables(rules: RuleSet, dir: string): HeldTables {
  const key = `${rules.fingerprint} ${dir}`;
  if (last?.key !== key) last = { key, tables: new HeldTables(rules, new FileSource(rules, dir)) };
  return last.tables;
}

const server = new SearchServer({
  post: (answer) => parentPort!.postMessage(answer),
  now: () => performance.now(),
  async tablesFor(dir, { rules, position }) {
    const listed = await listTables(rules, dir);
    // Without a folder to read there are no tables: the search does without.
    return listed.ok ? heldTables(rules, dir).from(position, listed.value) : undefined;
  },
});

parentPort!.on('message', (request: SearchRequest) => void server.answer(request));
