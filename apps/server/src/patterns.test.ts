import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The analyzers run in processes with a deadline; all other code can run on the thread that answers requests. */
const FOLDERS = [
  'apps/server/src',
  'packages/protocol/src',
  'packages/client/src',
  'packages/economy/src',
  'packages/chain/src',
];
const BUILT = /\bRegExp\(/;

/** Built once, from constants and declared routes: never from the input of a caller. */
const FROM_OUR_OWN_TEXT = [
  'apps/server/src/config.ts',
  'apps/server/src/modules/accounts/siwe.policy.ts',
  'apps/server/src/modules/demonstration/samples.ts',
  'apps/server/src/platform/http/answer-problems.ts',
  'apps/server/src/platform/http/idempotency.ts',
  'packages/chain/src/x402/exact-payment.ts',
  'packages/client/src/node/git-folder.ts',
  'packages/protocol/src/openapi/sample.ts',
];

const isProgram = (path: string): boolean =>
  /\.ts$/.test(path) && !/\.test\.ts$/.test(path) && !/\/testing\//.test(path);

it('code that answers requests builds no pattern from external text', () => {
  const built = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(ROOT, folder, name)),
  )
    .filter((path) => isProgram(path) && BUILT.test(readFileSync(path, 'utf8')))
    .map((path) => relative(ROOT, path));

  expect(built.sort()).toEqual(FROM_OUR_OWN_TEXT);
});
