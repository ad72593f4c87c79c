/** Bundles the published review process: one script with the rules, parsers and libraries that every bundle needs. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const imported: string[] = [];
  const body = output[0].code
    .replaceAll(/^import \{([^}]*)\} from "([^"]+)";$/gm, (_, names: string, from: string) => {
      imported.push(from);
      return `const {${names.replaceAll(' as ', ': ')}} = imported[${JSON.stringify(from)}];`;
    })
    .replaceAll(/(import\("[.][^"]+)[.]ts"\)/g, '$1.js")')
    .replaceAll('import.meta.url', 'address')
    .replace(/^export \{\};$/m, '');
  if (/^(?:import|export) /m.test(body))
    throw new Error('The reviewer imports or exports in a way that no script can.');
  const script = `(async (imported, address) => {\n${body}\n})`;
  writeFileSync(join(folder, 'node/reviewer.script.js'), script);
  writeFileSync(join(folder, `${PROGRAM}.js`), toStarter(imported, script));
}

/** Kept code is found by the digest of its script: the engine that runs it compares no more than lengths. */
function toStarter(imported: readonly string[], script: string): string {
  const digest = createHash('sha256').update(script).digest('hex');
  return `import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
${imported.map((from, index) => `import * as imported${index} from ${JSON.stringify(from)};`).join('\n')}

const filename = fileURLToPath(new URL('./reviewer.script.js', import.meta.url));
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
const script = new Script(readFileSync(filename, 'utf8'), { filename, cachedData, importModuleDynamically });
if (kept && (cachedData === undefined || script.cachedDataRejected)) process.on('disconnect', keep);
await script.runInThisContext()({ ${imported.map((from, index) => `${JSON.stringify(from)}: imported${index}`).join(', ')} }, import.meta.url);
`;
}
