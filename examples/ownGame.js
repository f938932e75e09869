// A game of your own: chess in which a check is illegal unless it is mate. Solved one position at a time, in memory, then
// verified from its successors, then counted.
import { chess, countTable, parseMaterial, rulesOf, unwrap } from 'metatb';
import { solveReference, verifyTable } from 'metatb/node';

const checkless = rulesOf({
  name: 'my-checkless',
  title: 'Checkless chess',
  about: 'Chess, but a check is illegal unless it is mate.',
  source: 'A well-known variant of problemists.',
  equipment: chess.variant.equipment,
  stuck: {
    attacked: { reason: 'checkmate', wdl: -1 },
    free: { reason: 'stalemate', wdl: 0 },
  },
  bar: {
    name: 'check',
    followsMoves: true,
    words: 'A check is illegal unless it is mate.',
    permits: (after) => !chess.check(after) || chess.legalMoves(after).length === 0,
  },
});

const { material } = unwrap(parseMaterial('KQvk', checkless));
const noOther = (name) => {
  throw new Error(`KQvk needs no other table, not even ${name}`);
};
const table = solveReference(checkless, material, noOther);
const { positions, differences } = verifyTable(checkless, table, noOther);
console.log(`${material.name}: ${positions} positions verified, ${differences} differences`);

const { white, black } = countTable(table);
console.log(`White to move: ${white.wins} won, ${white.draws} drawn`);
console.log(`Black to move: ${black.losses} lost, ${black.draws} drawn`);
