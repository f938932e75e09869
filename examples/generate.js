// Makes KRvk and everything it needs in the folder `tables`; what is there already is kept.
import { metachess, parseMaterial, unwrap } from 'metatb';
import { generate } from 'metatb/node';

const { material } = unwrap(parseMaterial('KRvk', metachess));
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const tables = unwrap(
  await generate(metachess, [material], {
    dir: 'tables',
    signal: stop.signal,
    onEvent: (event) => {
      if (event.kind === 'progress') console.error(`${event.table}: ply ${event.ply}`);
    },
  }),
);
for (const { table, path } of tables) console.log(table, path);
