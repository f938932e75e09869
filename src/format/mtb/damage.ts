import { type Failure, fail } from '../../board/result.ts';

export function truncated(found: number, expected: string): Failure {
  const message = `truncated table file: ${found} bytes found, ${expected} expected`;
  return fail('mtb-truncated', message, String(found));
}

export function altered(what: string): Failure {
  return fail('mtb-checksum', `altered table file: ${what}`);
}

export function alteredBlock(): Failure {
  return altered('a block does not fit its checksum');
}
