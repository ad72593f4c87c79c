import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ParserAssets, StrictParser } from '../types/index.ts';

const require = createRequire(import.meta.url);

/** Folder of an installed package, independent of its `exports`. */
const folderOf = (name: string, file: string): string => dirname(require.resolve(`${name}/${file}`));

const versionAt = (folder: string): string => {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isNamed = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return isNamed && typeof manifest.version === 'string' ? manifest.version : 'unknown';
};

function loadStrictParser(): StrictParser {
  const parser: typeof import('oxc-parser') = require('oxc-parser');
  return parser;
}

/** Reads the parsers' wasm files from the installed packages, once per process. */
export function loadParserAssets(): ParserAssets {
  const treeSitter = folderOf('web-tree-sitter', 'web-tree-sitter.wasm');
  const python = folderOf('tree-sitter-python', 'package.json');
  const grammars = folderOf('@repomix/tree-sitter-wasms', 'package.json');
  const oxc = folderOf('oxc-parser', 'package.json');
  const read = (folder: string, file: string): Uint8Array => new Uint8Array(readFileSync(join(folder, file)));
  return {
    strict: loadStrictParser,
    runtime: read(treeSitter, 'web-tree-sitter.wasm'),
    python: () => read(python, 'tree-sitter-python.wasm'),
    javascript: () => read(grammars, 'out/tree-sitter-javascript.wasm'),
    typescript: () => read(grammars, 'out/tree-sitter-tsx.wasm'),
    solidity: () => read(grammars, 'out/tree-sitter-solidity.wasm'),
    versions: {
      'oxc-parser': versionAt(oxc),
      'tree-sitter-grammars': versionAt(grammars),
      'tree-sitter-python': versionAt(python),
      'web-tree-sitter': versionAt(treeSitter),
    },
  };
}
