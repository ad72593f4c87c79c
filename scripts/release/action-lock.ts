/** The lock file of the GitHub Action: every package that it installs, pinned by its sha512. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command, and the scanner that is installed beside it. */
const INSTALLED = ['cli', 'audit', 'analysis', 'sandbox', 'contract-review', 'reader'];
const OWN = /(?:^|\/)node_modules\/@assay\/([^/]+)$/;

const OWN_TARBALL = /^assay-(.+)-\d+\.\d+\.\d+[^/]*\.tgz$/;

type Entry = { readonly version?: string; readonly resolved?: string; readonly integrity?: string };
type Lock = { readonly packages: Readonly<Record<string, Entry>> };

const integrityOf = (path: string): string =>
  `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;

/** Asks the registry for the other packages; `words` are options of npm. */
export function createActionLock(tarballs: string, version: string, words: readonly string[] = []): object {
  const tarballOf = (name: string) => join(tarballs, `assay-${name}-${version}.tgz`);
  const folder = mkdtempSync(join(tmpdir(), 'assay-lock-'));
  try {
    const dependencies = INSTALLED.map((name) => [`@assay/${name}`, `file:${tarballOf(name)}`] as const);
    // The packages that those depend on are not in the registry before they are published.
    const overrides = readdirSync(tarballs)
      .map((file) => OWN_TARBALL.exec(file)?.[1] ?? '')
      .filter((name) => name !== '' && !INSTALLED.includes(name))
      .map((name) => [`@assay/${name}`, `file:${tarballOf(name)}`] as const);
    const manifest = {
      private: true,
      dependencies: Object.fromEntries(dependencies),
      overrides: Object.fromEntries(overrides),
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', ...words];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
    return { lockfileVersion: 3, requires: true, packages: pin(packages, version, tarballOf) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function pin(packages: Lock['packages'], version: string, tarballOf: (name: string) => string): Lock['packages'] {
  const exact = Object.fromEntries(INSTALLED.map((name) => [`@assay/${name}`, version]));
  const pinned = Object.entries(packages).map(([path, entry]): [string, Entry] => {
    if (path === '') return [path, { dependencies: exact } as Entry];
    const [, own] = OWN.exec(path) ?? [];
    const { resolved: _, ...rest } = entry;
    const one = own === undefined ? rest : { ...rest, integrity: integrityOf(tarballOf(own)) };
    if (one.integrity?.startsWith('sha512-') !== true) throw new Error(`${path} has no sha512.`);
    return [path, one];
  });
  return Object.fromEntries(pinned);
}
