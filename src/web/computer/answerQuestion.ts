import { gameOf } from '../../rules/gameRef.ts';
import { savesData } from '../savesData.ts';
import { tablesOf } from '../tables/pageTables.ts';
import type { TableAnswers, TableQuestion } from './tableQuestion.ts';

/** Tells the worker that searches which tables there are, or sends it one. */
export async function answerQuestion(question: TableQuestion, port: MessagePort): Promise<void> {
  port.postMessage(await answerTo(question));
}

async function answerTo(question: TableQuestion): Promise<TableAnswers[TableQuestion['kind']]> {
  const rules = gameOf(question.rules);
  if (question.kind === 'tables')
    return rules.ok && !savesData() ? tablesOf(rules.value).listed() : [];
  const bytes = rules.ok ? await tablesOf(rules.value).bytes(question.table) : rules;
  return bytes.ok ? bytes.value : undefined;
}
