import { fileURLToPath } from 'node:url';
import { type Failure, fail, ok, type Result } from '../../board/result.ts';
import { FolderStore } from './folderStore.ts';
import { HttpStore } from './httpStore.ts';
import { S3Store } from './s3Store.ts';
import type { SharedStore } from './sharedStore.ts';

const names = [
  'METATB_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL',
] as const;

/** What opens a store, by the names of the environment's variables: `process.env` has it. */
export type StoreSecrets = Readonly<Partial<Record<(typeof names)[number], string | undefined>>>;

const right =
  'it should be a folder, http(s)://HOST/tables of metatb serve --accept, or s3://BUCKET/PREFIX';

/**
 * The store at an address; nothing is asked of it yet. Errors: `store` if there is no such kind of address, `token` if
 * what opens the store is missing or cannot be sent. No problem repeats a secret.
 */
export function openStore(address: string, secrets: StoreSecrets): Result<SharedStore> {
  const scheme = /^([a-z][a-z\d+.-]+):/i.exec(address)?.[1]?.toLowerCase();
  if (address === '') return fail('store', `the store has no address: ${right}`);
  if (scheme === undefined) return ok(new FolderStore(address));
  if (scheme === 'file') return openFolder(address);
  if (scheme === 'http' || scheme === 'https') return openHttp(address, secrets);
  if (scheme === 's3') return openBucket(address, secrets);
  return wrong(address, right);
}

function openFolder(address: string): Result<SharedStore> {
  try {
    return ok(new FolderStore(fileURLToPath(address)));
  } catch {
    return wrong(address, 'it should be like file:///srv/tables');
  }
}

function openHttp(address: string, secrets: StoreSecrets): Result<SharedStore> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) return wrong(address, 'it should be like https://example.org/tables');
  if (url.username !== '' || url.password !== '') {
    return wrong(address, 'it must have no user and no password: METATB_TOKEN is for the token');
  }
  if (url.search !== '' || url.hash !== '') return wrong(address, 'it must have no ? and no #');
  const token = secretOf(secrets, 'METATB_TOKEN');
  if (!token.ok) return token;
  return ok(new HttpStore(url.href.replace(/\/+$/, ''), token.value));
}

/** Of AWS: letters, digits, dots and hyphens. */
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*\/?$/;

function openBucket(address: string, secrets: StoreSecrets): Result<SharedStore> {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)(.*)$/i.exec(address) ?? [];
  if (!BUCKET.test(bucket) || !PREFIX.test(prefix)) {
    return wrong(address, 'it should be like s3://my-bucket/tables, of letters, digits, - _ and .');
  }
  const accessKeyId = secretOf(secrets, 'AWS_ACCESS_KEY_ID');
  if (!accessKeyId.ok) return accessKeyId;
  const secretAccessKey = secretOf(secrets, 'AWS_SECRET_ACCESS_KEY');
  if (!secretAccessKey.ok) return secretAccessKey;
  const session = secrets.AWS_SESSION_TOKEN ? secretOf(secrets, 'AWS_SESSION_TOKEN') : undefined;
  if (session && !session.ok) return session;
  const endpoint = secrets.AWS_ENDPOINT_URL_S3 || secrets.AWS_ENDPOINT_URL || undefined;
  const given = secrets.AWS_REGION || secrets.AWS_DEFAULT_REGION;
  // Most servers of other makers take this one, whatever it means to them.
  const region = given || (endpoint ? 'us-east-1' : undefined);
  if (!region) return fail('store', `${address}: AWS_REGION must be set to the bucket's region`);
  if (!/^[a-z\d-]{1,40}$/.test(region)) {
    return fail('store', `${address}: AWS_REGION should be like eu-central-1`, region);
  }
  const url = bucketUrl(endpoint, bucket, region);
  if (!url) {
    const form = 'AWS_ENDPOINT_URL_S3 should be like https://s3.example.org, without user or ?';
    return fail('store', `${address}: ${form}`);
  }
  return ok(
    new S3Store({
      name: `s3://${bucket}${prefix.replace(/\/$/, '')}`,
      bucketUrl: url,
      prefix: prefix.replace(/^\/|\/$/g, ''),
      keys: {
        accessKeyId: accessKeyId.value,
        secretAccessKey: secretAccessKey.value,
        ...(session ? { sessionToken: session.value } : {}),
        region,
      },
    }),
  );
}

/** Where the bucket is: below an endpoint, or under a name of its own at AWS. */
function bucketUrl(endpoint: string | undefined, bucket: string, region: string) {
  // A certificate for *.s3 does not cover names with dots.
  if (endpoint === undefined && bucket.includes('.')) {
    return `https://s3.${region}.amazonaws.com/${bucket}`;
  }
  if (endpoint === undefined) return `https://${bucket}.s3.${region}.amazonaws.com`;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username || url.password || url.search || url.hash) return undefined;
  return `${url.href.replace(/\/+$/, '')}/${bucket}`;
}

const whatFor: Readonly<Partial<Record<keyof StoreSecrets, string>>> = {
  METATB_TOKEN: 'the token of metatb serve --accept',
  AWS_ACCESS_KEY_ID: 'the name of a key that may read and write the bucket',
  AWS_SECRET_ACCESS_KEY: 'the secret of AWS_ACCESS_KEY_ID',
  AWS_SESSION_TOKEN: 'the token of a temporary key',
};

/**
 * A secret that can be sent in a header. Of any other fetch would say what is wrong, and repeat it in a message.
 * Errors: `token`.
 */
function secretOf(secrets: StoreSecrets, name: keyof StoreSecrets): Result<string> {
  const secret = secrets[name];
  if (!secret) return fail('token', `${name} must be set to ${whatFor[name]}`, name);
  if (/^[\x21-\x7e]{1,4096}$/.test(secret)) return ok(secret);
  const form = 'printable ASCII without spaces, at most 4096 characters';
  return fail('token', `${name} is no ${whatFor[name]}: it should be ${form}`, name);
}

/** What stands before an @ may be a password, also in an address that cannot be parsed. */
function wrong(address: string, should: string): Failure {
  const shown = address.replace(/^([^:]*:\/*).*@/, '$1');
  return fail('store', `cannot use the store '${shown}': ${should}`, shown);
}
