/** Contracts of an installed, widely used library. They count as sound, and nothing of them is copied into the repository. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SuiteSample } from './suite-files.ts';

export const LIBRARY = 'contracts-library';

const PACKAGE = '@openzeppelin/contracts';
const COUNT = 40;
const LEFT_OUT = /(?:^|\/)(?:interfaces|mocks|vendor)\//;
const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const DECLARES_CONTRACT = /^(?:abstract contract|contract|library)\s/m;
const HAS_CODE = /\b(?:function|modifier|constructor)\b/;

const digestOf = (path: string): string => createHash('sha256').update(path).digest('hex');

/** The first files by the digest of their path, without files that declare only interfaces, errors or constants. */
export function readLibraryContracts(): SuiteSample[] {
  const root = dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  return globSync('**/*.sol', { cwd: root })
    .filter((path) => !LEFT_OUT.test(path))
    .sort((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1))
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
    .filter(({ bytes }) => {
      const code = bytes.toString().replace(COMMENTS, '');
      return DECLARES_CONTRACT.test(code) && HAS_CODE.test(code);
    })
    .slice(0, COUNT)
    .map(({ path, bytes }) => ({
      id: `${LIBRARY}/${path}`,
      label: 'benign',
      category: 'library',
      suite: LIBRARY,
      channel: 'code',
      campaign: LIBRARY,
      source: 'published',
      repository: PACKAGE,
      cluster: path,
      bytes: bytes.length,
      isWeak: false,
      load: () => ({ productType: 'CONTRACT', files: [{ path, bytes }], source: { url: 'local:', ref: '' } }),
    }));
}
