import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answer, type Heard, listen } from './testing/listening-service.ts';
import { runAssay } from './testing/run-assay.ts';
import { createFolder } from './testing/skill-folder.ts';

const EMAIL = 'robin@example.org';
const answer = ({ path, method }: Heard): Answer => {
  if (method === 'DELETE') return { status: 204, body: undefined };
  return { status: 200, body: path.endsWith('/export') ? { account: { email: EMAIL }, drafts: [] } : { email: EMAIL } };
};

async function run(words: string[], look: (path: string) => void = () => undefined) {
  await using service = await listen(answer);
  using folder = createFolder({ 'taken.json': 'kept' });
  const env = { HOME: folder.path, ASSAY_URL: service.url, ASSAY_TOKEN: 'dev_x' };
  const finished = await runAssay(['account', ...words], { cwd: folder.path, env });
  look(folder.path);
  return { ...finished, deleted: service.heard.filter(({ method }) => method === 'DELETE').length };
}

it('exports to a file that only its owner can read', async () => {
  const { code } = await run(['export', '--out', 'mine.json'], (path) => {
    expect(JSON.parse(readFileSync(join(path, 'mine.json'), 'utf8'))).toMatchObject({ account: { email: EMAIL } });
    expect(statSync(join(path, 'mine.json')).mode & 0o777).toBe(0o600);
  });

  expect(code).toBe(0);
});

it('does not overwrite a file', async () => {
  const { code } = await run(['export', '--out', 'taken.json'], (path) =>
    expect(readFileSync(join(path, 'taken.json'), 'utf8')).toBe('kept'),
  );

  expect(code).not.toBe(0);
});

it.each([[[]], [['--confirm', 'other@example.org']]])(
  'deletes nothing without the address of the account (%j)',
  async (words) => {
    const { code, deleted, stderr } = await run(['delete', ...words]);

    expect({ isDone: code === 0, deleted }).toEqual({ isDone: false, deleted: 0 });
    expect(stderr).toContain(`--confirm ${EMAIL}`);
  },
);

it('deletes the named account', async () => {
  expect(await run(['delete', '--confirm', EMAIL])).toMatchObject({ code: 0, deleted: 1 });
});
