/**
 * `npm run bench other-scanners`: compares public scanners of skills with Assay on two suites whose authors did not know the rules. It
 * installs the pinned versions into a temporary folder without their install scripts and needs a registry. No sample is run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTemporaryFolder } from '../../apps/server/src/testing/temporary-folder.ts';
import { show, toProportion } from '../eval/measure/proportion.ts';
import { readIndependentSuites } from '../eval/suites/suite-files.ts';
import { printTable } from '../lib/report.ts';
import { readAssay, readFerret } from './outputs.ts';

const SUITES: readonly string[] = ['eighteenth-code', 'nineteenth-code'];
const ASSAY = fileURLToPath(new URL('../../apps/cli/src/main.ts', import.meta.url));
/** The tarball must be the one that was compared before. */
const FERRET = {
  name: 'ferret-scan',
  version: '2.10.0',
  integrity: 'sha512-TnmZoYnO5+axUql11hUx47+2CgrTAEeuELGCahAg5HoT8LlHFMJ8UrCVSllcpZlLXecUmIpqtnxGOVj9qggC0A==',
  bin: 'bin/ferret.js',
} as const;
const SCAN_LIMITS = { timeoutMs: 900_000, outputBytesMax: 512 * 1024 * 1024 } as const;

type Labelled = { readonly name: string; readonly isHostile: boolean };

/** One folder for each sample, under a name that says nothing about its label. */
function writeSamples(folder: string): Labelled[] {
  return readIndependentSuites()
    .filter(({ suite }) => SUITES.includes(suite))
    .map(({ label, load }, index) => {
      const name = `sample-${index + 1}`;
      for (const { path, bytes } of load().files) {
        const target = join(folder, '.claude/skills', name, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, bytes, { mode: 0o644 });
      }
      return { name, isHostile: label === 'malicious' };
    });
}

function install(folder: string): string {
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const wanted = `${FERRET.name}@${FERRET.version}`;
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string } | undefined>;
  };
  const { integrity } = lock.packages[`node_modules/${FERRET.name}`] ?? {};
  if (integrity !== FERRET.integrity) throw new Error(`${wanted} is not the pinned tarball: ${integrity}`);
  return join(folder, 'node_modules', FERRET.name, FERRET.bin);
}

/** With an empty home: no settings of this machine, and none of its files. */
function scan(program: string, args: readonly string[], home: string): string {
  const { stdout, status, error, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH },
    encoding: 'utf8',
    timeout: SCAN_LIMITS.timeoutMs,
    maxBuffer: SCAN_LIMITS.outputBytesMax,
  });
  if (error !== undefined || status === null)
    throw new Error(`${program} gave no report (${status}): ${stderr.slice(0, 500)}`);
  return stdout;
}

function toRow(name: string, samples: readonly Labelled[], refused: ReadonlySet<string>): string[] {
  const share = (isHostile: boolean) => {
    const asked = samples.filter((sample) => sample.isHostile === isHostile);
    return show(toProportion(asked.filter((sample) => refused.has(sample.name)).length, asked.length));
  };
  return [name, share(true), share(false)];
}

const { path: folder, remove } = await createTemporaryFolder();
try {
  const [samplesFolder, peers, home] = ['samples', 'peers', 'home'].map((name) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  }) as [string, string, string];
  const samples = writeSamples(samplesFolder);
  const ferretReport = join(folder, 'ferret.json'); // written to a pipe, it ends before all is read
  scan(install(peers), ['scan', samplesFolder, '--format', 'json', '--ci', '--output', ferretReport], home);
  const assay = scan(ASSAY, ['scan', samplesFolder, '--jsonl', '--no-reader', '--no-sandbox'], home);
  printTable(`${samples.length} skills of ${SUITES.join(' and ')}`, [
    ['Scanner', 'Hostile refused', 'Harmless refused'],
    toRow('Assay, engine alone', samples, readAssay(assay)),
    toRow(`${FERRET.name} ${FERRET.version}`, samples, readFerret(readFileSync(ferretReport, 'utf8'))),
  ]);
} finally {
  await remove();
}
