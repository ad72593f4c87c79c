/** `npm run pack [NAME...]`: builds the packages and writes one tarball each to dist/packages, ready for `npm publish`. */
import { join } from 'node:path';
import { buildPackages, PACKAGES, type PackageName, packFolders, ROOT } from './packages/build.ts';

const OUT = join(ROOT, 'dist/packages');
const all = Object.keys(PACKAGES) as PackageName[];
const asked = process.argv.slice(2);
const names = asked.length === 0 ? all : all.filter((name) => asked.includes(name));
if (names.length < Math.max(asked.length, 1)) {
  console.error(`There are these packages: ${all.join(', ')}.`);
  process.exit(1);
}
const folders = [...(await buildPackages(names, join(ROOT, 'dist/build'))).values()];
for (const tarball of packFolders(folders, OUT)) console.log(tarball);
