import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { type Failure, fail, type Result } from '../../board/result.ts';
import { isUnavailable, unavailable } from '../../probe/httpRequest.ts';
import { type Answer, exchange } from './exchange.ts';

interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly region: string;
}

/** A bucket, and what opens it. */
export interface S3Place {
  /** `s3://bucket/prefix`. */
  readonly name: string;
  readonly bucketUrl: string;
  /** Without slashes around it; may be empty. */
  readonly prefix: string;
  readonly keys: S3Keys;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Below the prefix; empty for the bucket itself. */
  readonly key: string;
  /** `uploads`, `uploadId=...`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** A second for each so many bytes of a body, beyond what an answer may take anyway. */
const BYTES_A_SECOND = 1 << 16;

/** Signed requests to a bucket (AWS Signature Version 4). */
export class S3Client {
  readonly place: S3Place;
  private readonly timeout: number;

  constructor(place: S3Place, timeout: number) {
    this.place = place;
    this.timeout = timeout;
  }

  /** Errors: those of {@link exchange}. */
  async ask(request: S3Request, signal: AbortSignal | undefined): Promise<Result<Answer>> {
    const { method, key, query = '', headers, body } = request;
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const timeout = this.timeout + (1000 * (body?.length ?? 0)) / BYTES_A_SECOND;
    return exchange(
      `${this.urlOf(key)}${query === '' ? '' : `?${query}`}`,
      {
        method,
        // The server compares the body with it.
        headers: { ...headers, 'X-Amz-Content-Sha256': sha256 },
        ...(body ? { body } : {}),
      },
      { fetch: this.fetch, timeout, signal },
    );
  }

  /** Signs what it fetches. */
  readonly fetch: typeof fetch = async (input, init) => {
    const { method = 'GET', headers, body } = init ?? {};
    const signer = new AwsV4Signer({
      ...this.place.keys,
      service: 's3',
      url: String(input),
      method,
      ...(headers ? { headers } : {}),
      ...(body ? { body } : {}),
    });
    const signed = await signer.sign();
    return fetch(signed.url, { ...init, method, headers: signed.headers });
  };

  urlOf(key: string): string {
    const { bucketUrl } = this.place;
    if (key === '') return bucketUrl;
    return `${bucketUrl}/${this.keyOf(key).split('/').map(encodeURIComponent).join('/')}`;
  }

  keyOf(key: string): string {
    const { prefix } = this.place;
    return prefix === '' ? key : `${prefix}/${key}`;
  }

  /** What an answer other than success means to the caller. Errors: `token`, `store`, `write`, `http-unavailable`. */
  problemOf(what: string, { status, headers, text }: Answer): Failure {
    // Of what the server says only this is shown: messages may repeat the request, with its signature.
    const code = /<Code>(\w{1,100})<\/Code>/.exec(text)?.[1];
    const says = `${what}: the server says ${code ? `${status} ${code}` : status}`;
    if (status === 401 || status === 403) {
      return fail('token', `${says}: AWS_ACCESS_KEY_ID must name a key that may do this`, what);
    }
    if (status === 507) return fail('write', says, what);
    // 409: another request for the same object is under way.
    if (isUnavailable(status) || status >= 500 || status === 409) return unavailable(says, headers);
    const isElsewhere = status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed';
    if (!isElsewhere) return fail('store', says, what);
    const region = headers.get('x-amz-bucket-region');
    const set = region ? `AWS_REGION should be ${region.slice(0, 40)}` : 'AWS_REGION is another';
    return fail('store', `${says}: ${set}`, what);
  }
}
