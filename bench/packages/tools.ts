/** Folders of this bench, and third-party programs that it fetches at exact versions. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const NODES = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;
export type Major = keyof typeof NODES;
const NPM = ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error', '--engine-strict=false'];
const RUN_MS_MAX = 180_000;

export type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

export function openBench() {
  const home = mkdtempSync(join(tmpdir(), 'assay-packages-'));
  const failed: string[] = [];
  const nodes = new Map<Major, string>();
  const emptyFolder = (name: string): string => {
    const folder = join(home, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
    return folder;
  };
  const install = (name: string, packages: readonly string[], words: readonly string[] = []): string => {
    const folder = emptyFolder(name);
    execFileSync('npm', [...NPM, '--ignore-scripts', ...words, ...packages], { cwd: folder, stdio: 'inherit' });
    return folder;
  };
  /** The program of a Node, from the package of this platform. */
  const nodeOf = (major: Major): string => {
    const name = `node-linux-${process.arch}`;
    const found = nodes.get(major) ?? join(install(`node-${major}`, [`${name}@${NODES[major]}`]), 'node_modules', name);
    nodes.set(major, found);
    return join(found, 'bin/node');
  };
  return {
    home,
    emptyFolder,
    /** An empty project with these packages, installed by npm. */
    install,
    nodeOf,
    /** The variables of a process for which `node` is this one. */
    onNode: (major: Major) => ({ PATH: `${dirname(nodeOf(major))}:${process.env.PATH}` }),
    run: (program: string, words: readonly string[], cwd: string, env: Record<string, string> = {}, input = ''): Ran =>
      spawnSync(program, words, {
        cwd,
        input,
        encoding: 'utf8',
        timeout: RUN_MS_MAX,
        env: { HOME: cwd, PATH: process.env.PATH, ...env },
      }),
    /** The same beside servers of this process, and with everything that the user has set up, such as a registry. */
    runBeside: (program: string, words: readonly string[], cwd: string, env: Record<string, string>, input = '') =>
      new Promise<Ran>((resolve, reject) => {
        const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, timeout: RUN_MS_MAX });
        let [stdout, stderr] = ['', ''];
        child.stdin.on('error', () => undefined).end(input);
        child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
        child.on('error', reject);
        child.on('close', (status) => resolve({ status, stdout, stderr }));
      }),
    report(what: string, isGood: boolean, note = ''): void {
      console.log(`${isGood ? 'ok  ' : 'FAIL'} ${what}${note && `: ${note}`}`);
      if (!isGood) failed.push(what);
    },
    failed,
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}
export type Bench = ReturnType<typeof openBench>;

/** The first lines of what went wrong. */
export const toNote = ({ status, stdout, stderr }: Ran): string =>
  `${status} ${`${stderr}\n${stdout}`.trim().split('\n').slice(0, 3).join(' ')}`;
