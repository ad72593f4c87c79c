import { describe, expect, it } from 'vitest';
import { findEntry } from './entry.policy.ts';

describe('the entry of a bundle', () => {
  it.each([
    ['a SKILL.md', ['README.md', 'SKILL.md', 'scripts/a.py'], 'SKILL.md', 'SKILL'],
    ['a SKILL.md in a folder', ['README.md', 'z/SKILL.md', 'a/b/SKILL.md'], 'z/SKILL.md', 'SKILL'],
    ['a SKILL.md with an API', ['SKILL.md', 'api/openapi.yaml'], 'SKILL.md', 'SKILL+API'],
    ['an OpenAPI document', ['docs/openapi.json', 'mcp.json'], 'docs/openapi.json', 'API'],
    ['a document with a longer name', ['README.md', 'shop.openapi.v2.yaml'], 'shop.openapi.v2.yaml', 'API'],
    ['a tool manifest', ['src/index.ts', 'mcp.json'], 'mcp.json', 'TOOL'],
    ['a contract, not its test', ['test/A.sol', 'contracts/B.sol'], 'contracts/B.sol', 'CONTRACT'],
  ])('is %s', (_, paths, path, productType) => {
    expect(findEntry(paths, undefined)).toEqual({ path, productType });
    expect(findEntry(paths.toReversed(), undefined)).toEqual({ path, productType });
  });

  it('is the requested file, or nothing', () => {
    const paths = ['SKILL.md', 'other/GUIDE.md', 'run.py'];

    expect(findEntry(paths, 'other/GUIDE.md')).toEqual({ path: 'other/GUIDE.md', productType: 'SKILL' });
    expect(findEntry(paths, 'run.py')).toEqual({ path: 'run.py', productType: 'TOOL' });
    expect(findEntry(paths, 'skill.md')).toBeUndefined();
    expect(findEntry(['README.md'], undefined)).toBeUndefined();
  });
});
