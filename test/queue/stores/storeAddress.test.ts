import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openStore, type StoreSecrets } from '../../../src/queue/stores/storeAddress.ts';

const keys = {
  METATB_TOKEN: 'a-token-of-27-letters-or-so',
  AWS_ACCESS_KEY_ID: 'AKIA0123456789',
  AWS_SECRET_ACCESS_KEY: 'the/secret+key',
  AWS_REGION: 'eu-central-1',
};

test.each([
  ['shared/tables', 'shared/tables'],
  ['/srv/tables', '/srv/tables'],
  ['C:\\tables', 'C:\\tables'],
  [pathToFileURL('/srv/my tables').href, '/srv/my tables'],
  ['http://localhost:8080/tables', 'http://localhost:8080/tables'],
  ['https://example.org/a/tables//', 'https://example.org/a/tables'],
  ['s3://bucket', 's3://bucket'],
  ['s3://bucket/a/b/', 's3://bucket/a/b'],
])('%s is a store', (address, name) => {
  const store = openStore(address, keys);
  expect(store.ok && store.value.name).toBe(name);
});

test.each<[string, StoreSecrets, string, RegExp]>([
  ['', keys, 'store', /a folder, http\(s\).*s3:/],
  ['redis://localhost', keys, 'store', /'redis:\/\/localhost': it should be a folder/],
  ['ftp://me:password@host/x', keys, 'store', /'ftp:\/\/host\/x'/],
  ['file://elsewhere/x', keys, 'store', /like file:\/\/\/srv/],
  ['http://', keys, 'store', /like https:/],
  ['http://me:pass word@host/tables', keys, 'store', /no user and no password: METATB_TOKEN/],
  ['https://me:pass/word@host/tables', keys, 'store', /'https:\/\/host\/tables'/],
  ['https://host/tables?x=1', keys, 'store', /no \? and no #/],
  ['http://host/tables', {}, 'token', /METATB_TOKEN must be set/],
  ['http://host/tables', { METATB_TOKEN: 'se cret\nX: y' }, 'token', /METATB_TOKEN is no/],
  ['http://host/tables', { METATB_TOKEN: 'secrét' }, 'token', /printable ASCII/],
  ['s3://Bucket_/x', keys, 'store', /like s3:\/\/my-bucket/],
  ['s3://bucket/../x', keys, 'store', /like s3:\/\/my-bucket/],
  ['s3://bucket', { ...keys, AWS_ACCESS_KEY_ID: undefined }, 'token', /AWS_ACCESS_KEY_ID must/],
  ['s3://bucket', { ...keys, AWS_SECRET_ACCESS_KEY: '' }, 'token', /AWS_SECRET_ACCESS_KEY must/],
  ['s3://bucket', { ...keys, AWS_SESSION_TOKEN: 'se cret' }, 'token', /AWS_SESSION_TOKEN is no/],
  ['s3://bucket', { ...keys, AWS_REGION: undefined }, 'store', /AWS_REGION must be set/],
  ['s3://bucket', { ...keys, AWS_REGION: 'a/../b' }, 'store', /like eu-central-1/],
  ['s3://bucket', { ...keys, AWS_ENDPOINT_URL: 'ftp://x' }, 'store', /AWS_ENDPOINT_URL_S3 should/],
  ['s3://bucket', { ...keys, AWS_ENDPOINT_URL: 'http://a:secret@x' }, 'store', /without user/],
])('%s with some secrets is refused', (address, secrets, code, message) => {
  const store = openStore(address, secrets);
  expect(store).toMatchObject({ ok: false, problem: { code } });
  if (store.ok) return;
  expect(store.problem.message).toMatch(message);
  const told = JSON.stringify(store.problem);
  for (const secret of [
    ':password',
    'pass word',
    'pass/word',
    'se cret',
    'secrét',
    ':secret',
    'the/secret+key',
  ]) {
    expect(told).not.toContain(secret);
  }
});
