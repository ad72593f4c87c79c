import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadParserAssets } from '@assay/analysis/node/parser-assets';

/** One input of a deterministic verdict: a name and a digest of its content. */
type RulesetSource = { readonly name: string; readonly sha256: string };

const PACKAGES_FOLDER = fileURLToPath(new URL('../../../', import.meta.url));
/** The packages that a deterministic verdict depends on. */
const PACKAGES = ['analysis', 'audit', 'contract-review', 'reader', 'sandbox'] as const;
/** The file with the digest. It cannot be part of the digest. */
export const RULESET_DIGEST_FILE = 'packages/analysis/src/ruleset/digest.data.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** Requests to models and their texts have separate versions. A verdict depends on the models' answers. */
const ASKING = /^reader\/src\/(?:node\/|request\/(?:instruction\.ts$|planted\/))/;
const ASKING_PACKAGE = /^(?:ai|@ai-sdk\/.+)$/;

/** Tests and their helpers do not change a verdict. */
const isOutside = (path: string): boolean =>
  /\.test\.ts$/.test(path) ||
  ASKING.test(path) ||
  /^[\w-]+\/src\/testing\//.test(path) ||
  RULESET_DIGEST_FILE === `packages/${path}` ||
  !/\.(?:ts|js)$/.test(path);

/** Every source and table of the engine, its parsers byte by byte, and the versions of its dependencies. */
export function listRulesetSources(): RulesetSource[] {
  const sources = PACKAGES.flatMap(listSources);
  const { runtime, python, javascript, typescript, solidity, versions } = loadParserAssets();
  const grammars = Object.entries({ python, javascript, typescript, solidity });
  const parsers = [['runtime', () => runtime] as const, ...grammars].map(([name, read]) => ({
    name: `parser ${name}`,
    sha256: sha256(read()),
  }));
  const packages = Object.entries({ ...dependencies(), ...versions })
    .filter(([name]) => !ASKING_PACKAGE.test(name))
    .map(([name, version]) => ({ name: `package ${name}`, sha256: sha256(version) }));
  return [...sources, ...parsers, ...packages];
}

const listSources = (name: string): RulesetSource[] =>
  readdirSync(join(PACKAGES_FOLDER, name, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `${name}/src/${path.replaceAll('\\', '/')}`)
    .filter((path) => !isOutside(path))
    .map((path) => ({ name: path, sha256: sha256(readFileSync(join(PACKAGES_FOLDER, path))) }));

function dependencies(): Record<string, string> {
  const manifests = PACKAGES.map((name): { dependencies: Record<string, string> } =>
    JSON.parse(readFileSync(join(PACKAGES_FOLDER, name, 'package.json'), 'utf8')),
  );
  return Object.assign({}, ...manifests.map((manifest) => manifest.dependencies));
}

/** The digest does not depend on the order of the files. */
export function digestRuleset(sources: readonly RulesetSource[]): string {
  const lines = sources.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).sort();
  return sha256(lines.join(''));
}
