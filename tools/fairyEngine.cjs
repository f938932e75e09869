// Fairy-Stockfish (npm's fairy-stockfish-nnue.wasm) as a program that speaks UCI. In a process of its own, since it loads only
// where there is no fetch, and ends only with the process.
const { createInterface } = require('node:readline');

delete globalThis.fetch;
const start = require(require.resolve('fairy-stockfish-nnue.wasm/stockfish.js'));

start().then((engine) => {
  engine.addMessageListener((line) => process.stdout.write(`${line}\n`));
  const input = createInterface({ input: process.stdin });
  input.on('line', (command) => engine.postMessage(command));
  input.on('close', () => process.exit());
});
