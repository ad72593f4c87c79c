import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadParserAssets } from './parser-assets.ts';

/** One thing that a deterministic verdict depends on: a name and a digest of its content. */
type RulesetSource = { readonly name: string; readonly sha256: string };

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
/** Where the digest itself is written down; it cannot be a part of itself. */
export const RULESET_DIGEST_FILE = 'packages/audit/src/ruleset/digest.data.ts';

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

/** How models are asked, and in which words, has versions of its own: a verdict depends on what they answered. */
const ASKING = /^src\/(?:node\/models\/|model-review\/(?:instruction|planted|planted\.data)\.ts$)/;
const ASKING_PACKAGE = /^(?:ai|@ai-sdk\/.+)$/;

/** Tests and what only they use change no verdict. */
const isOutside = (path: string): boolean =>
  /\.test\.ts$/.test(path) ||
  ASKING.test(path) ||
  /^src\/(?:testing|discourse\/bed|interpreters\/bed)\//.test(path) ||
  RULESET_DIGEST_FILE.endsWith(`/${path}`) ||
  !/\.(?:ts|js)$/.test(path);

/** Every source and table of the engine, its parsers byte by byte, and the versions of the packages it runs on. */
export function listRulesetSources(): RulesetSource[] {
  const sources = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => !isOutside(path))
    .map((path) => ({ name: path, sha256: sha256(readFileSync(join(PACKAGE, path))) }));
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

function dependencies(): Record<string, string> {
  const manifest: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
  );
  return manifest.dependencies;
}

/** The order in which files are found does not count. */
export function digestRuleset(sources: readonly RulesetSource[]): string {
  const lines = sources.map(({ name, sha256: digest }) => `${digest}  ${name}\n`).sort();
  return sha256(lines.join(''));
}
