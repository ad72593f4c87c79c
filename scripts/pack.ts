/** `npm run pack [NAME...]`: builds the packages and writes one tarball each to dist/packages, ready for `npm publish`, and the plugin for agent hosts to dist/plugin. */
import { join } from 'node:path';
import { buildPackages, PACKAGES, type PackageName, packFolders, ROOT } from './packages/build.ts';
import { buildPlugin } from './packages/plugin.ts';

const OUT = join(ROOT, 'dist/packages');
const all = Object.keys(PACKAGES) as PackageName[];
const asked = process.argv.slice(2);
const names = asked.length === 0 ? all : all.filter((name) => asked.includes(name));
if (names.length < Math.max(asked.length, 1)) {
  console.error(`There are these packages: ${all.join(', ')}.`);
  process.exit(1);
}
const built = await buildPackages(names, join(ROOT, 'dist/build'));
for (const tarball of packFolders([...built.values()], OUT)) console.log(tarball);
const command = built.get('@assay/cli');
if (command !== undefined) console.log(buildPlugin(command, join(ROOT, 'dist/plugin')));
