/** Which licences the dependency tree may have, decided from the lock file alone. Pure. */

export type LockedPackage = {
  readonly version?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly extraneous?: boolean;
};
export type Lock = { readonly packages: Readonly<Record<string, LockedPackage>> };
type Dependency = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly use: string;
};

const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
]);

/** Packages whose licence is accepted for them alone, or is missing in the lock file and was read in the package. */
const EXCEPTIONS: Readonly<Record<string, { readonly licence: string; readonly reason: string }>> = {
  memorystream: { licence: 'MIT', reason: 'states its licence in the obsolete member `licenses`' },
  'node-liblzma': {
    licence: 'LGPL-3.0',
    reason: 'optional, unmodified, loaded dynamically; its install script is denied',
  },
  'spdx-exceptions': { licence: 'CC-BY-3.0', reason: 'a data file of the SPDX project' },
};

/** This repository's own empty package, which replaces packages that are not installed. */
const EMPTY_PACKAGE = '/config/not-installed';

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** An SPDX expression of one operator. Expressions with both operators are not interpreted, and so not allowed. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '').trim();
  if (plain.includes(' AND ') && plain.includes(' OR ')) return false;
  if (plain.includes(' AND ')) return plain.split(' AND ').every((id) => ALLOWED.has(id.trim()));
  return plain.split(' OR ').some((id) => ALLOWED.has(id.trim()));
}

export function listDependencies({ packages }: Lock): Dependency[] {
  const listed = new Map<string, Dependency>();
  for (const [path, { version, license, link, dev, optional, extraneous }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link === true || extraneous === true || path.endsWith(EMPTY_PACKAGE))
      continue;
    const name = nameOf(path);
    const use = dev === true ? 'development' : optional === true ? 'optional' : 'run time';
    const key = `${name}@${version}`;
    // The same version can be locked at several places; the strongest use counts.
    if (listed.get(key)?.use === 'run time') continue;
    listed.set(key, { name, version: version ?? 'unknown', licence: license ?? EXCEPTIONS[name]?.licence ?? '', use });
  }
  return [...listed.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

export function findRejected(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(({ name, licence }) => EXCEPTIONS[name]?.licence !== licence && !isAllowed(licence))
    .map(
      ({ name, version, licence }) =>
        `${name}@${version}: ${licence === '' ? 'no licence' : licence} is not in the allowlist`,
    );
}

export function renderThirdParty(dependencies: readonly Dependency[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of dependencies) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return [
    '# Third-party software',
    '',
    'Written by `node scripts/licences.ts` from `package-lock.json`; do not edit. The licence texts are in the packages.',
    '',
    `${dependencies.length} packages.`,
    '',
    '| Licence | Packages |',
    '|---|--:|',
    ...ranked.map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
    '## Exceptions to the allowlist',
    '',
    '| Package | Licence | Reason |',
    '|---|---|---|',
    ...Object.entries(EXCEPTIONS).map(([name, { licence, reason }]) => `| ${name} | ${licence} | ${reason} |`),
    '',
    '## Packages',
    '',
    '| Package | Version | Licence | Use |',
    '|---|---|---|---|',
    ...dependencies.map(({ name, version, licence, use }) => `| ${name} | ${version} | ${licence} | ${use} |`),
    '',
  ].join('\n');
}
