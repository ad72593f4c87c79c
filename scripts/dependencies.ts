/**
 * `node scripts/dependencies.ts`: compares the lock file with the stored snapshot of known vulnerabilities and with the reviewed install scripts, offline.
 * `--renew` replaces the snapshot with what the registry's audit endpoint answers; `--renew PATH` with OSV records of a
 * file (a JSON array) or a folder (one record in each file).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findUnreviewed, type Review } from './dependencies/install-scripts.ts';
import { findVulnerable, type OsvRecord, toEvents } from './dependencies/osv.ts';
import { describeSnapshot, readRecords, type Snapshot } from './dependencies/snapshot.ts';

/** Below the registry that npm is configured with. */
const AUDIT_PATH = '-/npm/v1/security/advisories/bulk';
const SNAPSHOT = 'config/vulnerabilities.json';

type Locked = { readonly version?: string; readonly link?: boolean; readonly hasInstallScript?: boolean };
type Advisory = { readonly url: string; readonly title: string; readonly vulnerable_versions: string };

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const read = <Value>(name: string): Value => JSON.parse(readFileSync(pathOf(name), 'utf8')) as Value;

const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages).flatMap(([path, { version, link }]) =>
  path.includes('node_modules/') && version !== undefined && !link
    ? [{ name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }]
    : [],
);

async function askRegistry(): Promise<OsvRecord[]> {
  const asked: Record<string, string[]> = {};
  for (const { name, version } of installed) asked[name] = [...(asked[name] ?? []), version];
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const answer = await fetch(new URL(AUDIT_PATH, registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  if (!answer.ok)
    throw new Error(
      `The registry answered ${answer.status} to its audit endpoint. The snapshot was not changed. Use --renew PATH with OSV records.`,
    );
  const found = (await answer.json()) as Record<string, readonly Advisory[]>;
  return Object.entries(found).flatMap(([name, advisories]) => advisories.map((one) => toRecord(name, one)));
}

const toRecord = (name: string, { url, title, vulnerable_versions: range }: Advisory): OsvRecord => ({
  id: url.slice(url.lastIndexOf('/') + 1),
  modified: new Date().toISOString(),
  summary: title,
  affected: [
    {
      package: { ecosystem: 'npm', name },
      ranges: toEvents(range).map((events) => ({ type: 'SEMVER', events })),
    },
  ],
});

async function renew(from: string | undefined): Promise<void> {
  const names = new Set(installed.map(({ name }) => name));
  const records = from === undefined ? await askRegistry() : readRecords(from, names);
  const renewed: Snapshot = {
    renewedAt: new Date().toISOString(),
    source: from === undefined ? 'npm audit' : basename(from),
    records,
  };
  writeFileSync(pathOf(SNAPSHOT), `${JSON.stringify(renewed, null, 2)}\n`);
}

const [option, from] = process.argv.slice(2);
if (option !== undefined && option !== '--renew')
  throw new Error('Usage: node scripts/dependencies.ts [--renew [PATH]]');
if (option === '--renew')
  await renew(from).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
const snapshot = read<Snapshot>(SNAPSHOT);
const { allowScripts } = read<{ allowScripts: Record<string, boolean> }>('package.json');
const problems = [
  ...findVulnerable(installed, snapshot.records),
  ...findUnreviewed(packages, read<Record<string, Review>>('config/install-scripts.json'), allowScripts),
];
for (const problem of problems) console.error(problem);
console.log(describeSnapshot(snapshot, new Date()));
console.log(
  `${installed.length} locked packages: ${problems.length === 1 ? '1 problem' : `${problems.length} problems`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
