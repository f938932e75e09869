// Values of many positions at once, then a line of best play. Needs KRvk: run generate.js first.
import { metachess, Tablebase, unwrap } from 'metatb';
import { FileSource } from 'metatb/node';

const tablebase = new Tablebase(metachess, new FileSource(metachess, 'tables'));
const fens = [
  '8/8/8/8/8/2k5/8/K6R w - - 0 1',
  '8/8/8/8/8/1k6/8/K6R b - - 0 1',
  '8/8/8/8/8/8/8/K6Q w - - 0 1',
];

for (const fen of fens) {
  const position = metachess.parseFen(fen);
  if (!position.ok) {
    console.log(fen, position.problem.message);
    continue;
  }
  const [answer] = await tablebase.values([position.value]);
  console.log(fen, answer.ok ? answer.value : answer.problem.code);
}

let position = unwrap(metachess.parseFen(fens[0]));
const line = [];
for (;;) {
  const { moves } = unwrap(await tablebase.probe(position));
  const best = moves.find(({ legal }) => legal);
  if (!best) break;
  line.push(best.san);
  position = metachess.play(position, best.move);
}
console.log(line.join(' '));
