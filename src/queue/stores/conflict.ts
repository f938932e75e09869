import { type Failure, fail } from '../../board/result.ts';

/** Tables are the same whoever makes them: one that is not has been made by other rules, another version, or a fault. */
export function conflict(where: string): Failure {
  const message = 'the store has another file under this name, and replaces none';
  return fail('conflict', `${where}: ${message}: metatb verify says which is right`, where);
}
