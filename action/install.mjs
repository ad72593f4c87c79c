/**
 * Installs @assay/cli, with the scanner beside it, for the action and the pre-commit hook. Every package is pinned by its sha512 in
 * package-lock.json, which a release writes; npm refuses other bytes. The current folder is under review, so its node_modules and its
 * .npmrc must have no effect: npm runs in a folder of its own with configuration files of its own. ASSAY_REGISTRY names another registry.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LOCK = fileURLToPath(new URL('package-lock.json', import.meta.url));
const PACKAGE = 'node_modules/@assay/cli';

/** On Windows npm is a script for a shell, so its program is started instead. */
const NPM =
  process.platform === 'win32'
    ? [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')]
    : ['npm'];

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The program in a folder that `install` has filled. */
export function findProgram(folder) {
  const manifest = join(folder, PACKAGE, 'package.json');
  const { assay } = existsSync(manifest) ? readJson(manifest).bin : {};
  return assay === undefined ? undefined : join(folder, PACKAGE, assay);
}

/** Installs into an empty folder. Returns why it could not. */
export function install(folder) {
  const registry = process.env.ASSAY_REGISTRY ?? '';
  if (registry !== '' && !/^https?:\/\//.test(registry))
    return `ASSAY_REGISTRY: ${registry} is not the address of a registry. Write: https://…`;
  if (!existsSync(LOCK))
    return 'This copy of the action pins no packages. Use a released version of it, or set ASSAY_COMMAND.';
  copyFileSync(LOCK, join(folder, 'package-lock.json'));
  const { dependencies } = readJson(LOCK).packages[''];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  for (const name of ['user.npmrc', 'global.npmrc']) writeFileSync(join(folder, name), '');
  const [program, ...words] = [
    ...NPM,
    'ci',
    `--prefix=${folder}`,
    '--global=false',
    `--userconfig=${join(folder, 'user.npmrc')}`,
    `--globalconfig=${join(folder, 'global.npmrc')}`,
    ...(registry === '' ? [] : [`--registry=${registry}`, `--@assay:registry=${registry}`]),
    ...['--ignore-scripts', '--no-update-notifier', '--no-audit', '--no-fund'],
  ];
  const { error, status } = spawnSync(program, words, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (error !== undefined) return `npm cannot be started: ${error.message}.`;
  return status === 0 && findProgram(folder) !== undefined ? undefined : 'npm could not install the pinned packages.';
}

// Started by run.sh with the folder.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const problem = install(process.argv[2]);
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
  }
}
