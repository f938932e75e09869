import type { Undecided } from '../../play/preparation.ts';
import { mayAct, type PreparingOptions } from './phaseView.ts';

/** Says whose turn it is, and to do what. */
export function turnWords(stage: Undecided, options: PreparingOptions): string {
  const { task, doing } = wordsOf(stage);
  const name = options.names[stage.turn];
  if (!mayAct(stage, options)) return `${name} is ${doing}.`;
  return options.mine.length > 1 ? `${name}: ${task}.` : `Your turn: ${task}.`;
}

function wordsOf(stage: Undecided): { readonly task: string; readonly doing: string } {
  switch (stage.phase) {
    case 'arrangement':
      return { task: 'choose the arrangement', doing: 'choosing the arrangement' };
    case 'selection':
      if (!stage.proposal) return { task: 'propose a movement', doing: 'choosing a movement' };
      return {
        task: `accept the proposal or ${stage.proposal.refusal} it`,
        doing: 'thinking about the proposal',
      };
    case 'placement':
      return { task: 'place a piece on the back rank', doing: 'placing a piece' };
  }
}
