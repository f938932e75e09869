import { checkVariants, type SectionReport } from '../../rules/ini/parseVariants.ts';
import type { CheckedSection, CheckMessage } from './check.ts';

/** Checks one text, and tells of its sections one by one. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  const reports = checkVariants(data);
  post({ kind: 'read', sections: reports.map(({ name, line }) => ({ name, line })) });
  for (const report of reports) post({ kind: 'checked', section: checked(report) });
});

function post(message: CheckMessage): void {
  postMessage(message);
}

/** Rule sets have functions in them, which no message can carry. */
function checked({ name, line, rules, problems }: SectionReport): CheckedSection {
  if (!rules) return { name, line, problems };
  const { title, about, variant } = rules;
  const game = { title, about, ini: variant.ini!, begins: variant.start !== undefined };
  return { name, line, problems, game };
}
