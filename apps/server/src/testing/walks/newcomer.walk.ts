/** A developer who has cloned the repository and read the README. */
import { expect } from 'vitest';
import { ask, blocksOf, until, type Walk } from '../walk.ts';

export async function newcomerWalk(walk: Walk): Promise<void> {
  const [, digest = '', , scan = '', check = ''] = blocksOf('README.md', 'sh');
  const here = (command: string) => command.replaceAll('http://127.0.0.1:8080', walk.url);
  await until(async () => expect((await walk.bash(here(digest))).out).toContain('"valid":true'));

  const scanned = await walk.bash(scan);
  expect([scanned.code, scanned.err]).toEqual([expect.any(Number), '']);
  expect(scanned.out).toContain('release-notes');
  const empty = await walk.bash(
    `mkdir -p "${walk.folder}/empty" && npm run --silent assay -- scan "${walk.folder}/empty" 2>&1 || true`,
  );
  expect(empty.out).toMatch(/SKILL\.md/);

  await until(async () => {
    const checked = await walk.bash(`${check.trim()} || true`);
    expect(checked.out).toContain('release-notes');
    expect(checked.out).toMatch(/suspended/i);
  });

  for (const path of ['/docs', '/reference']) {
    const page = await fetch(walk.url + path, { headers: { accept: 'text/html' } });
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
  }
  const { body } = await ask(`${walk.url}/nowhere`);
  const problem = await fetch(String(body.type), { headers: { accept: 'text/html' } });
  expect([problem.status, await problem.text()]).toEqual([200, expect.stringContaining('route_not_found')]);
}
