import type { Selection } from '../../play/preparation.ts';
import { sentence } from '../sentence.ts';

/** What is to be said of a movement that is being typed. */
export type Verdict =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'problem';
      readonly message: string;
      /** The part of the text that is wrong; empty if it is the text as a whole. */
      readonly from: number;
      readonly to: number;
    }
  | {
      readonly kind: 'fine';
      /** In normal form. */
      readonly movement: string;
      readonly warnings: readonly string[];
    };

export function verdictOf(stage: Selection, letter: string, text: string): Verdict {
  if (text === '') return { kind: 'empty' };
  const checked = stage.check(letter, text);
  if (checked.ok) {
    const movement = checked.value;
    return { kind: 'fine', movement, warnings: stage.warnings(letter, movement) };
  }
  const { message, text: part } = checked.problem;
  const place = /at character (\d+)/.exec(message)?.[1];
  const from = place === undefined ? 0 : Number(place) - 1;
  const isThere = place !== undefined && text.startsWith(part, from);
  const to = isThere ? from + part.length : from;
  return { kind: 'problem', message: sentence(message), from, to };
}
