import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, TOKEN, tableOf } from '../queue/stores/stores.ts';

export const queen = new Uint8Array(bytesOf(tableOf('KQvk')));

export interface Sent {
  readonly path?: string;
  readonly token?: string | undefined;
  readonly digest?: string | undefined;
  readonly range?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Uploads bytes, of which the digest is said to be that of `whole`. */
export async function put(address: string, bytes: Uint8Array, sent: Sent = {}, whole = bytes) {
  const { path = '/tables/metachess/KQvk.mtb', range } = sent;
  const token = 'token' in sent ? sent.token : TOKEN;
  const digest = 'digest' in sent ? sent.digest : digestOf(whole);
  const response = await fetch(address + path, {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(digest === undefined ? {} : { 'Repr-Digest': digest }),
      ...(range === undefined ? {} : { 'Content-Range': range }),
      ...sent.headers,
    },
  });
  const answer = (await response.json()) as { error?: { code: string; message: string } };
  const { status, headers } = response;
  return { status, headers, code: answer.error?.code, message: answer.error?.message ?? '' };
}

export function digestOf(bytes: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
}

/** What a folder has of metachess, hidden files too. */
export function filesIn(dir: string): string[] {
  const folder = join(dir, 'metachess');
  return existsSync(folder) ? readdirSync(folder) : [];
}
