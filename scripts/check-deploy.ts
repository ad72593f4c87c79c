/**
 * `npm run check:deploy`: checks the files in deploy/ as far as this machine can. `--image` also runs the steps of the image
 * in a clean Debian root (needs root, a Debian mirror and some minutes). What could not be checked is said.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkImage } from './deploy/image.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DEPLOY = join(ROOT, 'deploy');
/** Of systemd's scale from 0 (best) to 10. */
const EXPOSURE_MAX = 2.5;
/** Installed into a scratch folder: the service itself needs neither. */
const CHECKERS = ['kubernetes-models@5.1.0', 'yaml@2.8.1'];

const failures: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
function report(what: string, problems: readonly string[]): void {
  say(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${what}`);
  for (const problem of problems) say(`          ${problem}`);
  if (problems.length > 0) failures.push(what);
}
const skip = (what: string, reason: string): void => say(`skipped ${what}: ${reason}`);

const scratch = mkdtempSync(join(tmpdir(), 'assay-deploy-'));
try {
  checkUnits();
  await checkManifests();
  if (process.argv.includes('--image')) report('the image in a clean Debian root', checkImage(ROOT, scratch, say));
  else skip('the image in a clean Debian root', 'only with --image');
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;

function checkUnits(): void {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    skip('systemd units', 'there is no systemd-analyze');
    return;
  }
  const folder = join(scratch, 'units');
  mkdirSync(folder);
  for (const name of readdirSync(join(DEPLOY, 'systemd'))) {
    // The program is elsewhere on this machine; everything else is checked as it stands.
    const text = readFileSync(join(DEPLOY, 'systemd', name), 'utf8');
    writeFileSync(join(folder, name), text.replaceAll('/opt/assay', ROOT.replace(/\/$/, '')));
  }
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
    const lines = stderr.split('\n').filter((line) => line.includes(folder) || line.includes(name));
    report(`systemd-analyze verify ${name}`, status === 0 ? lines : [stderr.trim()]);
    if (name.endsWith('.service')) report(...judgeExposure(name, path));
  }
}

function judgeExposure(name: string, path: string): [string, string[]] {
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', path], {
    encoding: 'utf8',
  });
  const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
  const what = `systemd-analyze security ${name}: ${exposure}`;
  return [what, exposure <= EXPOSURE_MAX ? [] : [`more than ${EXPOSURE_MAX}`]];
}

type Checked = { readonly apiVersion?: string; readonly kind?: string };
type Document = { readonly errors: Error[]; toJS(): Checked };
type Load = (name: string) => Promise<unknown>;
type Models = Record<string, new (manifest: object) => { validate(): void }>;

async function checkManifests(): Promise<void> {
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', scratch, ...CHECKERS], {
      stdio: 'pipe',
    });
  } catch {
    return skip('Kubernetes manifests and compose files', `${CHECKERS.join(' and ')} could not be installed`);
  }
  const door = join(scratch, 'load.mjs');
  writeFileSync(door, 'export const load = (name) => import(name);\n');
  const { load } = (await import(pathToFileURL(door).href)) as { load: Load };
  const yaml = (await load('yaml')) as {
    parse(text: string, options: object): unknown;
    parseAllDocuments(text: string): Document[];
  };
  const folder = join(DEPLOY, 'kubernetes');
  for (const name of readdirSync(folder)) {
    const documents = yaml.parseAllDocuments(readFileSync(join(folder, name), 'utf8'));
    const problems = await Promise.all(documents.map((document) => judgeManifest(document, load)));
    report(`manifest ${name}`, problems.flat());
  }
  for (const name of ['compose.yaml', 'compose.single.yaml']) {
    const compose = yaml.parse(readFileSync(join(DEPLOY, name), 'utf8'), { merge: true }) as Compose;
    report(`compose file ${name} (structure only: there is no schema)`, judgeCompose(compose));
  }
}

async function judgeManifest(document: Document, load: Load): Promise<string[]> {
  if (document.errors.length > 0) return document.errors.map(({ message }) => message);
  const manifest = document.toJS();
  const { apiVersion = '', kind = '' } = manifest;
  if (kind === 'Kustomization') return [];
  try {
    const models = (await load(`kubernetes-models/${apiVersion}`)) as Models;
    const Model = models[kind];
    if (Model === undefined) return [`there is no ${kind} in ${apiVersion}`];
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${kind}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

type Service = {
  image?: string;
  read_only?: boolean;
  networks?: unknown;
  depends_on?: unknown;
  environment?: Record<string, unknown>;
};
type Compose = {
  services?: Record<string, Service>;
  networks?: Record<string, unknown>;
  volumes?: Record<string, unknown>;
};

function namesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : Object.keys(list ?? {});
}

/** What a schema could not say: that names lead somewhere, and that what is ours is closed. */
function judgeCompose({ services = {}, networks = {} }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const problems: string[] = [];
    if (!/:[\w.-]+$/.test(service.image ?? '') || service.image?.endsWith(':latest'))
      problems.push(`${name}: no pinned image`);
    for (const other of namesOf(service.depends_on))
      if (!(other in services)) problems.push(`${name}: no service ${other}`);
    for (const net of namesOf(service.networks))
      if (net !== 'default' && !(net in networks)) problems.push(`${name}: no network ${net}`);
    if (name !== 'db' && service.read_only !== true) problems.push(`${name}: its root file system is writable`);
    return problems;
  });
}
