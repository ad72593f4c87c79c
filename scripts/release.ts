/**
 * `npm run release -- --key FILE`: builds the packages of the commit that is checked out, twice, compares the tarballs
 * byte by byte, and writes them with checksums, an SBOM, the lock file of the action and signed provenance to
 * dist/release/VERSION.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROVENANCE_FILE, verifyRelease } from '@assay/client/node';
import { createSigner, parseSeed, type Signer } from '@assay/protocol';
import { buildPackages, PACKAGES, type PackageName, packFolders, ROOT } from './packages/build.ts';
import { createActionLock } from './release/action-lock.ts';
import { type Build, sha256OfFile, signProvenance, toProvenance } from './release/provenance.ts';

const HELP = `Usage: npm run release -- --key FILE

--key FILE  Ed25519 private key that signs the provenance: PKCS#8 PEM, for example of openssl genpkey -algorithm ed25519
`;
/** CycloneDX for npm, run from the registry at release time only: it is too large to install for everyone. */
const SBOM_TOOL = '@cyclonedx/cyclonedx-npm@6.0.1';
const SBOM_FILE = 'sbom.cdx.json';
const SUMS_FILE = 'SHA256SUMS';
/** Is committed as `action/package-lock.json`, and that commit gets the tag of the action. */
const ACTION_LOCK_FILE = 'action-package-lock.json';

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

function readBuild(): Build {
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes. Commit them, or release from a fresh clone.');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return {
    version,
    commit: git('rev-parse', 'HEAD'),
    committedAt: new Date(git('log', '-1', '--format=%cI')).toISOString(),
    lockfileSha256: sha256OfFile(join(ROOT, 'package-lock.json')),
    node: process.version.slice(1),
  };
}

async function buildTarballs(into: string): Promise<string[]> {
  const folders = [...(await buildPackages(Object.keys(PACKAGES) as PackageName[], join(ROOT, 'dist/build'))).values()];
  return packFolders(folders, into).map((path) => basename(path));
}

function requireSame(first: string, second: string, names: readonly string[]): void {
  const other = names.find((name) => sha256OfFile(join(first, name)) !== sha256OfFile(join(second, name)));
  if (other !== undefined) throw new Error(`Two builds of ${other} differ.`);
}

function writeSbom(path: string): void {
  const words = ['--ignore-npm-errors', '--omit', 'dev', '--package-lock-only', '--output-reproducible'];
  execFileSync(
    'npm',
    [
      'exec',
      '--yes',
      '--ignore-scripts',
      `--package=${SBOM_TOOL}`,
      '--',
      'cyclonedx-npm',
      ...words,
      '--output-file',
      path,
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
}

async function release(signer: Signer): Promise<void> {
  const build = readBuild();
  const out = join(ROOT, 'dist/release', build.version);
  const second = join(ROOT, 'dist/release/second');
  for (const folder of [out, second]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  console.log(`Building ${build.version} from ${build.commit}`);
  const names = await buildTarballs(out);
  console.log('Building again to compare');
  await buildTarballs(second);
  requireSame(out, second, names);
  rmSync(second, { recursive: true });
  console.log(`${names.length} tarballs are identical in both builds`);
  writeSbom(join(out, SBOM_FILE));
  const lock = createActionLock(out, build.version);
  writeFileSync(join(out, ACTION_LOCK_FILE), `${JSON.stringify(lock, null, 2)}\n`);
  const sums = [...names, SBOM_FILE, ACTION_LOCK_FILE]
    .sort()
    .map((name) => `${sha256OfFile(join(out, name))}  ${name}\n`);
  writeFileSync(join(out, SUMS_FILE), sums.join(''));
  const provenance = signProvenance(toProvenance(out, readdirSync(out), build), signer);
  writeFileSync(join(out, PROVENANCE_FILE), `${JSON.stringify(provenance, null, 2)}\n`);
  const { files } = await verifyRelease(out, [new Uint8Array(signer.publicKey)]);
  console.log(`${files.length} files, signed by ${signer.keyId}: ${out}`);
  console.log(`Public key: ${Buffer.from(signer.publicKey).toString('hex')}`);
}

const { values } = parseArgs({ options: { key: { type: 'string' }, help: { type: 'boolean' } } });
if (values.help === true || values.key === undefined) {
  (values.help ? console.log : console.error)(HELP);
  process.exit(values.help ? 0 : 64);
}
await release(createSigner(parseSeed(readFileSync(values.key, 'utf8'))));
