import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Answer, ReceivedRequest } from './testing/listening-service.ts';
import { runAssay } from './testing/run-assay.ts';
import { listenSigned } from './testing/signed-service.ts';
import { createFolder } from './testing/skill-folder.ts';

const EMAIL = 'robin@example.org';
const answer = ({ path, method }: ReceivedRequest): Answer => {
  if (method === 'DELETE') return { status: 204, body: undefined };
  return { status: 200, body: path.endsWith('/export') ? { account: { email: EMAIL }, drafts: [] } : { email: EMAIL } };
};

async function run(words: string[], look: (path: string) => void = () => undefined) {
  await using service = await listenSigned(answer);
  using folder = createFolder({ 'taken.json': 'kept' });
  const env = { HOME: folder.path, ASSAY_URL: service.url, ASSAY_TOKEN: 'dev_x' };
  const finished = await runAssay(['account', ...words], { cwd: folder.path, env });
  look(folder.path);
  return { ...finished, deleted: service.received.filter(({ method }) => method === 'DELETE').length };
}

it('assay account export writes a file that only its owner can read', async () => {
  const { code } = await run(['export', '--out', 'mine.json'], (path) => {
    expect(JSON.parse(readFileSync(join(path, 'mine.json'), 'utf8'))).toMatchObject({ account: { email: EMAIL } });
    expect(statSync(join(path, 'mine.json')).mode & 0o777).toBe(0o600);
  });

  expect(code).toBe(0);
});

it('assay account export does not overwrite a file', async () => {
  const { code, stderr } = await run(['export', '--out', 'taken.json'], (path) =>
    expect(readFileSync(join(path, 'taken.json'), 'utf8')).toBe('kept'),
  );

  expect(code).toBe(64);
  expect(stderr).toContain('taken.json exists. Choose another name');
});

it('assay account export names a folder that does not exist', async () => {
  const { code, stderr } = await run(['export', '--out', 'absent/mine.json']);

  expect(code).toBe(64);
  expect(stderr).toContain('the folder does not exist');
});

it.each([[[]], [['--confirm', 'other@example.org']]])(
  'assay account delete requires the address of the account (%j)',
  async (words) => {
    const { code, deleted, stderr } = await run(['delete', ...words]);

    expect({ isDone: code === 0, deleted }).toEqual({ isDone: false, deleted: 0 });
    expect(stderr).toContain(`--confirm ${EMAIL}`);
  },
);

it('assay account delete deletes the account with that address', async () => {
  expect(await run(['delete', '--confirm', EMAIL])).toMatchObject({ code: 0, deleted: 1 });
});
