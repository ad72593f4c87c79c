/** The section "Install a skill with proof" of the README in an empty home: its commands as written, from a registry with the tarball alone. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type InstallMachine, SKILL } from '../../apps/server/src/testing/install-machine.ts';
import { ROOT } from '../../scripts/packages/build.ts';
import { type Bench, toNote } from './tools.ts';

const LIMITS = { addSeconds: 120, ciSeconds: 300 } as const;
const COMMITTED = 'assay.lock .agents/skills .claude/skills .assay/proofs';

/** A registry that holds only this tarball, in the format of npm. */
async function openRegistry(tarball: string) {
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const [name, version] = ['@assay/cli', /-(\d[^/]*)\.tgz$/.exec(tarball)?.[1] ?? ''];
  const server = createServer(({ url = '' }, response) => {
    if (url.endsWith('.tgz')) return response.end(bytes);
    if (decodeURIComponent(url) !== `/${name}`) return response.writeHead(404).end();
    const dist = { tarball: `http://127.0.0.1:${port}/cli.tgz`, integrity };
    const versions = { [version]: { name, version, bin: { assay: 'src/assay.cjs' }, dist } };
    return response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

export async function walkReadme(bench: Bench, machine: InstallMachine, tarball: string): Promise<void> {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = /## Install a skill with proof\n(.*?)\n## /s.exec(readme)?.[1] ?? '';
  const [addition = '', pipeline = ''] = [...section.matchAll(/```text\n(.*?)```/gs)].map(([, text = '']) => text);
  await machine.certify('acme/walk', { ...SKILL, 'notes.md': 'The walk.\n' });
  const registry = await openRegistry(tarball);
  const run = async (what: string, text: string, at: { home: string; cwd: string }, seconds: number, status = 0) => {
    const script = text
      .replaceAll('https://assay.example', machine.server.url)
      .replaceAll('OWNER/REPO/SKILL', 'acme/walk/minutes')
      // A local git server replaces GitHub.
      .replace(/^assay config url/m, `assay config gitHost ${machine.git.url}\n$&`);
    const env = {
      HOME: at.home,
      PATH: `${at.home}/npm/bin:${dirname(bench.nodeOf(24))}:${process.env.PATH}`,
      npm_config_prefix: `${at.home}/npm`,
      npm_config_registry: registry.url,
      SCRIPT: `set -eu\n${script}`,
    };
    const startedAt = performance.now();
    // The command asks for confirmation, which needs a terminal.
    const ran = await bench.runBeside('script', ['-qec', 'sh -c "$SCRIPT"', '/dev/null'], at.cwd, env, 'y\n');
    const taken = (performance.now() - startedAt) / 1_000;
    const isGood = ran.status === status && taken <= seconds;
    const note = `${taken.toFixed(1)} s, limit ${seconds} s`;
    bench.report(`README, ${what}`, isGood, isGood ? note : `${note}: ${toNote(ran)}`);
    return ran.stdout;
  };
  try {
    const [mine, theirs] = ['walk-home', 'walk-runner'].map((name) => join(bench.home, name)) as [string, string];
    const [project, clone] = [join(mine, 'project'), join(theirs, 'project')];
    // npm installs global packages only below a prefix that exists.
    const prefixes = [mine, theirs].map((home) => join(home, 'npm/lib'));
    for (const folder of [join(project, '.claude'), ...prefixes]) mkdirSync(folder, { recursive: true });
    await run(
      'from nothing to an installed and pinned skill',
      addition,
      { home: mine, cwd: project },
      LIMITS.addSeconds,
    );
    const commit = `git init -q\ngit add ${COMMITTED}\ngit -c user.name=a -c user.email=a@a.example commit -qm skills\n`;
    await run('the files to commit', commit, { home: mine, cwd: project }, LIMITS.ciSeconds);
    await run('the clone', `git clone -q ${project} project`, { home: theirs, cwd: theirs }, LIMITS.ciSeconds);
    const shown = await run('the pipeline', pipeline, { home: theirs, cwd: clone }, LIMITS.ciSeconds);
    bench.report('README, the pipeline finds the skill valid', stripVTControlCharacters(shown).includes('OK minutes'));
    appendFileSync(join(clone, '.agents/skills/minutes/notes.md'), 'x');
    await run('the pipeline after a change', 'assay ci --frozen', { home: theirs, cwd: clone }, LIMITS.ciSeconds, 1);
  } finally {
    registry.close();
  }
}
