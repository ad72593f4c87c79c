import { describe, expect, it } from 'vitest';
import { findRejected, type LockedPackage, listDependencies, renderThirdParty } from './policy.ts';

const lockOf = (packages: Record<string, LockedPackage>) => listDependencies({ packages });
const rejectedOf = (license: string | undefined, name = 'pkg') =>
  findRejected(
    lockOf({ [`node_modules/${name}`]: { version: '1.0.0', ...(license === undefined ? {} : { license }) } }),
  );

describe('findRejected', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC'])('accepts %s', (license) => {
    expect(rejectedOf(license)).toEqual([]);
  });

  it.each([
    'GPL-3.0',
    'SSPL-1.0',
    'MIT AND GPL-3.0',
    '(MIT AND GPL-3.0) OR ISC',
    'SEE LICENSE IN LICENSE.md',
    '',
    undefined,
  ])('rejects %s', (license) => {
    expect(rejectedOf(license)).toHaveLength(1);
  });

  it('accepts an exception for its package and its licence alone', () => {
    expect(rejectedOf('LGPL-3.0', 'node-liblzma')).toEqual([]);
    expect(rejectedOf('LGPL-3.0')).toHaveLength(1);
    expect(rejectedOf('AGPL-3.0', 'node-liblzma')).toHaveLength(1);
    expect(rejectedOf(undefined, 'memorystream')).toEqual([]);
  });
});

describe('listDependencies', () => {
  it('lists nested and scoped packages once per version, and leaves workspaces out', () => {
    const listed = lockOf({
      '': { version: '0.1.0' },
      'packages/protocol': { version: '0.1.0' },
      'node_modules/@assay/protocol': { link: true },
      'node_modules/b/node_modules/@s/a': { version: '2.0.0', license: 'MIT', dev: true },
      'node_modules/@s/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/c/node_modules/@s/a': { version: '1.0.0', license: 'MIT', dev: true },
    });
    expect(listed.map(({ name, version, use }) => `${name}@${version} ${use}`)).toEqual([
      '@s/a@1.0.0 run time',
      '@s/a@2.0.0 development',
    ]);
    expect(renderThirdParty(listed)).toContain('| @s/a | 2.0.0 | MIT | development |');
  });
});
