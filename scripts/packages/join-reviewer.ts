/** Bundles the published review process: one script with the rules, parsers and libraries that every bundle needs. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';

const PROGRAM = 'node/pool.child';
/** Native code and its like, and what only some bundles need, stay in files of their own. */
const isNative = (id: string): boolean => /^(node:|oxc-parser|web-tree-sitter)/.test(id);
const isLoadedLater = (id: string): boolean => /^[.]{1,2}\/rule-packs\//.test(id);
/** Packages of the analysis that the script finds from its own place, which is in another package. */
export const FOUND_BY_REVIEWER = ['@repomix/tree-sitter-wasms', 'oxc-parser', 'tree-sitter-python', 'web-tree-sitter'];
/** Packages that may be absent. */
const isOptional = (id: string): boolean => /^@assay\/(sandbox|contract-review|reader)(\/|$)/.test(id);

/**
 * A script, not a module: V8 can cache only the code of a script after it ran, and compiling takes most of the time when a user
 * scans one skill.
 */
export async function joinReviewer(source: string, folder: string): Promise<void> {
  const input = join(source, `${PROGRAM}.ts`);
  const bundle = await rolldown({
    input,
    platform: 'node',
    transform: { target: 'es2022' },
    external: (id, importer) => isNative(id) || isOptional(id) || (importer === input && isLoadedLater(id)),
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  const imported = new Set<string>();
  const body = output[0].code
    .replaceAll(/^import (?:\* as (\w+)|(\{[^}]*\})) from "([^"]+)";$/gm, (_, all, names: string, from: string) => {
      imported.add(from);
      return `const ${all ?? names.replaceAll(' as ', ': ')} = imported[${JSON.stringify(from)}];`;
    })
    .replaceAll(/(import\("[.][^"]+)[.]ts"\)/g, '$1.js")')
    .replaceAll('import.meta.url', 'address')
    .replace(/^export \{\};$/m, '')
    // One byte for each character.
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (/^(?:import|export) /m.test(body))
    throw new Error('The reviewer imports or exports in a way that no script can.');
  const script = `(async (imported, address) => {\n${body}\n})`;
  writeFileSync(join(folder, 'node/reviewer.script.js'), script);
  writeFileSync(join(folder, `${PROGRAM}.cjs`), toStarter([...imported], script));
  rmSync(join(folder, `${PROGRAM}.js`));
  const parent = join(folder, 'node/review-process.js');
  const text = readFileSync(parent, 'utf8');
  const started = text.replace(`${basename(PROGRAM)}.js`, `${basename(PROGRAM)}.cjs`);
  if (started === text) throw new Error('The pool does not start the reviewer by its name.');
  writeFileSync(parent, started);
}

/**
 * Kept code is found by the digest of its script: the engine that runs it compares no more than lengths. By default V8 compiles a regular
 * expression to machine code at its second use, and first optimizes its bytecode. Most of them are used a few times in the review of one
 * skill, which takes a fifth less time without both.
 */
function toStarter(imported: readonly string[], script: string): string {
  const digest = createHash('sha256').update(script).digest('hex');
  const isOfNode = (from: string) => from.startsWith('node:');
  const [own, others] = [imported.filter(isOfNode), imported.filter((from) => !isOfNode(from))];
  return `'use strict';
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');
const { constants, Script } = require('node:vm');

const load = (names) => Object.fromEntries(names.map((name) => [name, require(name)]));
const own = load(${JSON.stringify(own)});
// Compiled code is kept for these flags: that of Node itself for the default, all other for what is set here.
setFlagsFromString('--regexp-tier-up-ticks=50');
setFlagsFromString('--no-regexp-peephole-optimization');
const filename = join(__dirname, 'reviewer.script.js');
const folder = process.env.NODE_COMPILE_CACHE;
const kept = folder && join(folder, \`reviewer-\${process.version}-\${process.arch}-${digest}\`);

function readKept() {
  try {
    return kept ? readFileSync(kept) : undefined;
  } catch {
    return undefined;
  }
}

/** Where it cannot be kept, starts are slower. */
function keep() {
  try {
    writeFileSync(\`\${kept}.\${process.pid}\`, script.createCachedData(), { mode: 0o600 });
    renameSync(\`\${kept}.\${process.pid}\`, kept);
  } catch {}
}

const cachedData = readKept();
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData, importModuleDynamically });
if (kept && (cachedData === undefined || script.cachedDataRejected)) process.on('disconnect', keep);
script.runInThisContext()({ ...own, ...load(${JSON.stringify(others)}) }, pathToFileURL(__filename).href);
`;
}
