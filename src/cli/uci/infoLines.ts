import type { Analysis, Score } from '../../search/analysis.ts';

/** What has been found, as UCI has it: a line for each of the best moves. */
export function infoLines({ depth, nodes, milliseconds, lines }: Analysis): readonly string[] {
  const time = Math.round(milliseconds);
  const speed = Math.round((1000 * nodes) / Math.max(1, milliseconds));
  return lines.map(
    ({ score, moves }, i) =>
      `info depth ${depth} multipv ${i + 1} score ${scoreText(score)} nodes ${nodes} nps ${speed} time ${time} pv ${moves.join(' ')}`,
  );
}

/** A message to who reads along. */
export function messageLines(text: string): readonly string[] {
  return text.split('\n').map((line) => `info string ${line}`);
}

function scoreText(score: Score): string {
  switch (score.kind) {
    case 'estimate':
      return `cp ${score.value}`;
    case 'draw':
      return 'cp 0';
    case 'win':
      return `mate ${Math.ceil(score.plies / 2)}`;
    case 'loss':
      return `mate ${-Math.ceil(score.plies / 2) || '-0'}`;
  }
}
