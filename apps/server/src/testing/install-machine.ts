import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finished, runAssay } from '../../../cli/src/testing/run-assay.ts';
import { issueCertificate } from './certificate-builder.ts';
import { startGitHttp } from './git-http.ts';
import { startTestServer, type TestServerOptions } from './test-server.ts';

export const INSTRUCTIONS =
  '---\nname: minutes\ndescription: Writes the minutes of a meeting.\n---\n\n# Minutes\n\nWrite the minutes.\n';
export const SKILL = { 'SKILL.md': INSTRUCTIONS, 'scripts/run.sh': 'echo minutes\n' };

/** A service, a git server, and a developer who installs skills from them. */
export async function openInstallMachine({ database }: Pick<TestServerOptions, 'database'> = {}) {
  // The command uses the machine's time.
  const clock = { now: () => new Date(), advance: () => undefined };
  const server = await startTestServer({ clock: clock as never, ...(database && { database }) });
  const folder = mkdtempSync(join(tmpdir(), 'assay-install-'));
  mkdirSync(join(folder, 'git'));
  mkdirSync(join(folder, 'home'));
  const git = await startGitHttp(join(folder, 'git'));
  const env = { HOME: join(folder, 'home'), PATH: process.env.PATH ?? '', ASSAY_URL: server.url };
  const pinned = await runAssay(['config', 'pin'], { cwd: folder, env });
  if (pinned.code !== 0) throw new Error(`The service could not be pinned: ${pinned.stderr}`);
  let projects = 0;
  return {
    server,
    git,
    env,
    home: env.HOME,
    publishLog: () => server.app.transparency.publisher.work(),
    /** Creates a repository with one skill in `skills/NAME`, certified at its commit. */
    async certify(repository: string, files: Readonly<Record<string, string>>, changes: object = {}) {
      const path = 'skills/minutes';
      const inFolder = Object.entries(files).map(([name, text]) => [`${path}/${name}`, text]);
      const commit = await git.publish(repository, Object.fromEntries(inFolder));
      const source = {
        type: 'github',
        url: `https://github.com/${repository}`,
        ref: commit,
        commit,
        entry: `${path}/SKILL.md`,
        binding: 'COMMIT',
      };
      const plain = Object.fromEntries(Object.entries(files).map(([name, text]) => [name.replace('!', ''), text]));
      const id = await issueCertificate(server, { name: 'minutes', files: plain, source: source as never, ...changes });
      await server.app.transparency.publisher.work();
      return { id, commit };
    },
    openProject(...folders: readonly string[]) {
      projects += 1;
      const path = join(folder, `project-${projects}`);
      mkdirSync(path);
      for (const each of folders) mkdirSync(join(path, each), { recursive: true });
      const run = (args: readonly string[], more: Record<string, string> = {}): Promise<Finished> =>
        runAssay(args, { cwd: path, env: { ...env, ...more } });
      return {
        path,
        run,
        add: (...args: string[]) => run(['add', ...args, '--host', git.url]),
        list: () => list(path),
      };
    },
    async close(): Promise<void> {
      await git.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type InstallMachine = Awaited<ReturnType<typeof openInstallMachine>>;

/** Every file and symlink below a folder, symlinks by name. */
const list = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .sort();
