import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import type { Digest } from '../../store/digest.ts';
import type { Answer } from './exchange.ts';
import { readBytes } from './localBytes.ts';
import { isPassing, withPatience } from './patience.ts';
import type { S3Client } from './s3Client.ts';

/** A file and the object that it becomes. */
export interface S3Upload {
  readonly key: string;
  readonly path: string;
  readonly digest: Digest;
}

export interface MultipartOptions {
  /** Bytes of a part; S3 wants at least 5 MiB. */
  readonly partBytes: number;
  /** For each part that does not arrive, in milliseconds. */
  readonly patience: number;
}

/** S3 has at most 10,000 parts of an upload. */
const MOST_PARTS = 9000;
/** An upload that began longer ago than this, in milliseconds (a day), has been abandoned. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

interface Unfinished {
  readonly id: string;
  /** Of the parts that have arrived, from the first on. */
  readonly etags: string[];
}

/** Uploads in parts. One whose parts did not all arrive goes on with the next call, until it is given up. */
export class MultipartUploads {
  private readonly client: S3Client;
  private readonly options: MultipartOptions;
  private readonly unfinished = new Map<string, Unfinished>();

  constructor(client: S3Client, options: MultipartOptions) {
    this.client = client;
    this.options = options;
  }

  /**
   * The answer to its end: 200, or 412 if another object has the key by now. Errors: `read`, and those of
   * {@link S3Client.problemOf}.
   */
  async put(
    upload: S3Upload,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer>> {
    const id = `${upload.digest.sha256} ${upload.key}`;
    const begun = this.unfinished.get(id);
    const started = begun ? ok(begun) : await this.begin(upload, headers, signal);
    if (!started.ok) return started;
    this.unfinished.set(id, started.value);
    const sent = await this.finish(upload, started.value, signal);
    // What may pass goes on later; else nobody pays for parts that nobody completes.
    if (!sent.ok && isPassing(sent.problem)) return sent;
    this.unfinished.delete(id);
    if (!sent.ok || sent.value.status !== 200) await this.abort(upload.key, started.value.id);
    return sent;
  }

  private async begin(
    { key }: S3Upload,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<Unfinished>> {
    await this.abortAbandoned(key, signal);
    const query = 'uploads=';
    const answer = await this.client.ask({ method: 'POST', key, query, headers }, signal);
    if (!answer.ok) return answer;
    const id = textIn(answer.value.text, 'UploadId');
    if (answer.value.status !== 200 || !id) return this.client.problemOf(key, answer.value);
    return ok({ id, etags: [] });
  }

  private async finish(
    upload: S3Upload,
    { id, etags }: Unfinished,
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer>> {
    const { bytes } = upload.digest;
    const partBytes = Math.max(this.options.partBytes, Math.ceil(bytes / MOST_PARTS));
    const { patience } = this.options;
    while (etags.length * partBytes < bytes) {
      const etag = await withPatience(
        () => this.putPart(upload, id, etags.length, partBytes, signal),
        {
          patience,
          signal,
        },
      );
      if (!etag.ok) return etag;
      etags.push(etag.value);
    }
    return withPatience(() => this.complete(upload.key, id, etags, signal), { patience, signal });
  }

  private async putPart(
    { key, path, digest }: S3Upload,
    id: string,
    part: number,
    partBytes: number,
    signal: AbortSignal | undefined,
  ): Promise<Result<string>> {
    const from = part * partBytes;
    const body = await readBytes(path, from, Math.min(partBytes, digest.bytes - from));
    if (!body.ok) return body;
    const query = `partNumber=${part + 1}&uploadId=${encodeURIComponent(id)}`;
    const answer = await this.client.ask({ method: 'PUT', key, query, body: body.value }, signal);
    if (!answer.ok) return answer;
    const etag = answer.value.headers.get('ETag');
    return answer.value.status === 200 && etag ? ok(etag) : this.problem(key, answer.value);
  }

  private async complete(
    key: string,
    id: string,
    etags: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Result<Answer>> {
    const parts = etags.map(
      (etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const request = {
      method: 'POST',
      key,
      query: `uploadId=${encodeURIComponent(id)}`,
      headers: { 'Content-Type': 'application/xml', 'If-None-Match': '*' },
      body: new TextEncoder().encode(xml),
    } as const;
    const answer = await this.client.ask(request, signal);
    if (!answer.ok) return answer;
    const { status, text } = answer.value;
    // Its end may take so long that S3 says 200 before it knows.
    if (status === 200 && /<Error>/.test(text)) {
      return fail('http-unavailable', `${key}: the server could not put the parts together`);
    }
    // 404: an answer was lost, and the upload has ended; the caller looks what is there.
    if (status === 200 || status === 412 || status === 404) return answer;
    return this.problem(key, answer.value);
  }

  /** An upload that the server has given up has to begin again. */
  private problem(key: string, answer: Answer): Failure {
    if (answer.status !== 404) return this.client.problemOf(key, answer);
    return fail('store', `${key}: the server has given up the upload: try again`, key);
  }

  private async abortAbandoned(key: string, signal: AbortSignal | undefined): Promise<void> {
    const query = `prefix=${encodeURIComponent(this.client.keyOf(key))}&uploads=`;
    const listed = await this.client.ask({ method: 'GET', key: '', query }, signal);
    // Not every server lists them.
    if (!listed.ok || listed.value.status !== 200) return;
    for (const [, upload = ''] of listed.value.text.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
      const id = textIn(upload, 'UploadId');
      const began = Date.parse(textIn(upload, 'Initiated') ?? '');
      const isOurs = textIn(upload, 'Key') === this.client.keyOf(key);
      if (isOurs && id && Date.now() - began > ABANDONED_MS) await this.abort(key, id);
    }
  }

  private async abort(key: string, id: string): Promise<void> {
    const query = `uploadId=${encodeURIComponent(id)}`;
    await this.client.ask({ method: 'DELETE', key, query }, undefined);
  }
}

function textIn(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]{1,1024})</${element}>`).exec(xml)?.[1];
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
