/** Compiles the contracts of the exploit lab. The output is committed, so that no review compiles them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileSources } from '../packages/contract-review/src/node/lab/compile.ts';

const FOLDER = fileURLToPath(new URL('../packages/contract-review/src/node/lab/', import.meta.url));

export function labActorsFile(): { path: string; text: string } {
  const text = readFileSync(`${FOLDER}actors.sol`, 'utf8');
  const { contracts, problems } = compileSources({
    sources: [{ path: 'actors.sol', text }],
    pragmas: ['^0.8.0'],
    remappings: [],
  });
  if (problems.length > 0) throw new Error(problems[0]?.message);
  const lines = contracts.flatMap(({ name, bytecode, selectors }) => [
    `export const ${name.toUpperCase()} = {`,
    `  bytecode:`,
    `    '${bytecode}',`,
    `  selectors: {`,
    ...Object.entries(selectors).map(([signature, selector]) => `    '${signature}': '${selector}',`),
    `  },`,
    `} as const;`,
  ]);
  const head = '/** Written by `npm run generate` from actors.sol. */';
  return { path: 'packages/contract-review/src/node/lab/actors.data.ts', text: `${[head, ...lines].join('\n')}\n` };
}
