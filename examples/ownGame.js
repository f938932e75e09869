// A game of your own: chess in which a check is illegal unless it is mate. Solved one position at a time, in memory, then
// verified from its successors, then counted.
import { chess, countTable, orthodox, parseMaterial, unwrap } from 'metatb';
import { solveReference, verifyTable } from 'metatb/node';

const checkless = orthodox(
  {
    name: 'my-checkless',
    title: 'Checkless chess',
    about: 'Chess, but a check is illegal unless it is mate.',
    permits: (after) => !chess.check(after) || chess.legalMoves(after).length === 0,
    ending(position, legal = checkless.legalMoves(position)) {
      if (legal.length > 0) return undefined;
      return chess.check(position)
        ? { reason: 'checkmate', wdl: -1 }
        : { reason: 'stalemate', wdl: 0 };
    },
  },
  chess.army,
);

const { material } = unwrap(parseMaterial('KQvk', checkless.army));
const noOther = (name) => {
  throw new Error(`KQvk needs no other table, not even ${name}`);
};
const table = solveReference(checkless, material, noOther);
const { positions, differences } = verifyTable(checkless, table, noOther);
console.log(`${material.name}: ${positions} positions verified, ${differences} differences`);

const { white, black } = countTable(table);
console.log(`White to move: ${white.wins} won, ${white.draws} drawn`);
console.log(`Black to move: ${black.losses} lost, ${black.draws} drawn`);
