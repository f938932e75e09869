import { createHash } from 'node:crypto';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { nativeFormat } from '../../format/mtb/native.ts';
import type { Source } from '../../format/mtb/source.ts';
import { HttpSource } from '../../probe/httpSource.ts';
import type { RuleSet } from '../../rules/ruleset.ts';
import { digestOf } from '../../store/digest.ts';
import { TableStore } from '../../store/tableStore.ts';
import { conflict } from './conflict.ts';
import type { Answer } from './exchange.ts';
import { readBytes } from './localBytes.ts';
import { S3Client, type S3Place } from './s3Client.ts';
import { MultipartUploads, type S3Upload } from './s3Multipart.ts';
import type { LocalTable, SharedStore, StoredTable } from './sharedStore.ts';

export interface S3Options {
  /** Milliseconds until a request is answered, besides the time for its body. */
  readonly timeout?: number;
  /** Files of more bytes go in parts of this many. */
  readonly partBytes?: number;
  readonly multipartBytes?: number;
  /** For each part that does not arrive, in milliseconds. */
  readonly patience?: number;
}

const DEFAULTS = {
  timeout: 60_000,
  partBytes: 16 << 20,
  multipartBytes: 64 << 20,
  patience: 30_000,
};
/** The SHA-256 of an object, in hexadecimal, among its metadata. */
const DIGEST_HEADER = 'x-amz-meta-sha256';
const READ_BYTES = 8 << 20;

/** An object of the bucket. */
interface Found {
  readonly bytes: number;
  /** Undefined if somebody else has put it there. */
  readonly sha256: string | undefined;
}

/** The tables in a bucket of S3, or of any server that speaks like it. */
export class S3Store implements SharedStore {
  readonly name: string;
  private readonly client: S3Client;
  private readonly multipart: MultipartUploads;
  private readonly options: Required<S3Options>;

  constructor(place: S3Place, options: S3Options = {}) {
    this.options = { ...DEFAULTS, ...options };
    this.name = place.name;
    this.client = new S3Client(place, this.options.timeout);
    this.multipart = new MultipartUploads(this.client, this.options);
  }

  /** Lists, writes and removes. */
  async check(signal?: AbortSignal): Promise<Result<undefined>> {
    const { client, name } = this;
    // Without the right to list, an object that is missing looks like one that may not be read.
    const list = { method: 'GET', key: '', query: 'list-type=2&max-keys=1' } as const;
    const key = '.metatb-check';
    const write = { method: 'PUT', key, body: new TextEncoder().encode('metatb') } as const;
    for (const request of [list, write]) {
      const answer = await client.ask(request, signal);
      if (!answer.ok) return answer;
      if (answer.value.status === 404) {
        const what = 'there is no such bucket, or AWS_ENDPOINT_URL_S3 is no address of S3';
        return fail('store', `${name}: ${what}`, name);
      }
      if (answer.value.status !== 200) return client.problemOf(name, answer.value);
    }
    // A key that may not remove anything will do: the object is small, and there is one.
    await client.ask({ method: 'DELETE', key }, signal);
    return ok(undefined);
  }

  source(rules: RuleSet): Source {
    const { bucketUrl, prefix } = this.client.place;
    const url = prefix === '' ? bucketUrl : `${bucketUrl}/${prefix}`;
    return new HttpSource(rules, url, { fetch: this.client.fetch, timeout: this.options.timeout });
  }

  async put(table: LocalTable, signal?: AbortSignal): Promise<Result<StoredTable>> {
    const { rules, material, dir } = table;
    const path = new TableStore(rules, dir).path(material.name);
    const digest = await digestOf(path, signal);
    if (!digest.ok) return digest;
    if (!digest.value) return fail('read', `cannot read ${path}: it is missing`, path);
    const key = `${rules.folder}/${material.name}${nativeFormat.extension}`;
    const upload: S3Upload = { key, path, digest: digest.value };
    const before = await this.find(key, signal);
    if (!before.ok) return before;
    if (before.value) return this.compared(table, upload, before.value, true, signal);
    const answer = await this.write(upload, signal);
    if (!answer.ok) return answer;
    // Also what is written is looked at: of two machines at once, a server that knows no conditions takes both.
    const after = await this.find(key, signal);
    if (!after.ok) return after;
    if (!after.value) return this.lost(key);
    return this.compared(table, upload, after.value, answer.value.status !== 200, signal);
  }

  /** Status 200, 412 if another object has the key by now, 404 if the upload had ended before. */
  private async write(upload: S3Upload, signal: AbortSignal | undefined): Promise<Result<Answer>> {
    const { key, path, digest } = upload;
    const headers = {
      'Content-Type': 'application/octet-stream',
      [DIGEST_HEADER]: digest.sha256,
    };
    if (digest.bytes > this.options.multipartBytes) {
      return this.multipart.put(upload, headers, signal);
    }
    const body = await readBytes(path, 0, digest.bytes);
    if (!body.ok) return body;
    const answer = await this.client.ask(
      { method: 'PUT', key, headers: { ...headers, 'If-None-Match': '*' }, body: body.value },
      signal,
    );
    if (!answer.ok) return answer;
    const { status } = answer.value;
    return status === 200 || status === 412 ? answer : this.client.problemOf(key, answer.value);
  }

  private async find(
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<Result<Found | undefined>> {
    const answer = await this.client.ask({ method: 'HEAD', key }, signal);
    if (!answer.ok) return answer;
    const { status, headers } = answer.value;
    if (status === 404) return ok(undefined);
    if (status !== 200) return this.client.problemOf(key, answer.value);
    const bytes = Number(headers.get('Content-Length') ?? Number.NaN);
    return ok({ bytes, sha256: headers.get(DIGEST_HEADER) ?? undefined });
  }

  /** Is the object that is there the same? */
  private async compared(
    table: LocalTable,
    { key, digest }: S3Upload,
    found: Found,
    there: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Result<StoredTable>> {
    const where = `${this.name}/${key}`;
    if (found.bytes !== digest.bytes) return conflict(where);
    const sha256 = found.sha256 ? ok(found.sha256) : await this.readBack(table, signal);
    if (!sha256.ok) return sha256;
    return sha256.value === digest.sha256 ? ok({ ...digest, there }) : conflict(where);
  }

  /** The SHA-256 of an object that does not say it: somebody else has put it there. */
  private async readBack(
    { rules, material }: LocalTable,
    signal: AbortSignal | undefined,
  ): Promise<Result<string>> {
    const { name } = material;
    const file = await this.source(rules).open(name, signal ? { signal } : {});
    if (!file.ok) return file;
    const { size = 0, read } = file.value ?? {};
    const hash = createHash('sha256');
    for (let from = 0; from < size; from += READ_BYTES) {
      const piece = await read!({ from, bytes: Math.min(READ_BYTES, size - from) }, signal);
      if (!piece.ok) return piece;
      hash.update(piece.value);
    }
    return ok(hash.digest('hex'));
  }

  private lost(key: string): Failure {
    const where = `${this.name}/${key}`;
    return fail('http-unavailable', `${where}: what was written is not there yet`);
  }
}
