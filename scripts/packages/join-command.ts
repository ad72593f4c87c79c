/** The command as others install it: each subcommand in a few files, with everything it needs but the engine. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages of ours whose code becomes part of the command. */
const JOINED = ['@assay/client', '@assay/protocol', '@assay/audit/own-sources'];
export const isJoined = (id: string): boolean => JOINED.some((name) => id === name || id.startsWith(`${name}/`));

export async function joinCommand(source: string, folder: string, oldestNode: string): Promise<void> {
  rmSync(folder, { recursive: true });
  const options = { platform: 'node', transform: { target: 'es2022' } } as const;
  const whole = await rolldown({
    ...options,
    input: join(source, 'main.ts'),
    external: (id) => !/^[./]/.test(id) && !isJoined(id),
  });
  await whole.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await whole.close();
  const hook = await rolldown({
    ...options,
    input: join(source, 'hook/start.ts'),
    external: (id) => !/^[./]/.test(id) && !isJoined(id),
  });
  const { output } = await hook.generate({ format: 'cjs', codeSplitting: false });
  await hook.close();
  writeFileSync(join(folder, 'hook.cjs'), withLateModules(output[0].code));
  writeFileSync(join(folder, 'assay.cjs'), toStarter(oldestNode), { mode: 0o755 });
}

/** Modules of Node that most calls do not need are loaded where they are used, not at the start. */
const withLateModules = (code: string): string =>
  ['node:fs/promises', 'node:crypto'].reduce((text, name) => {
    const [line = '', variable = ''] =
      new RegExp(`^(?:let|const) (\\w+) = require\\("${name}"\\);\\n`, 'm').exec(text) ?? [];
    return line === '' ? text : text.replace(line, '').replaceAll(`${variable}.`, `require("${name}").`);
  }, code);

/** Node starts a script sooner than a module, and this one runs on every Node there is: it says which ones the rest runs on. */
const toStarter = (oldestNode: string): string => `#!/usr/bin/env node
'use strict';
var wanted = '${oldestNode}'.split('.').map(Number);
var given = process.versions.node.split('.').map(Number);
if (given[0] < wanted[0] || (given[0] === wanted[0] && given[1] < wanted[1])) {
  process.stderr.write('assay: this is Node ' + process.versions.node + ', and assay needs Node ${oldestNode} or later.\\n');
  process.exit(70);
}
process.on('uncaughtException', function (error) {
  process.stderr.write('assay: internal error: ' + String(error && error.message).replace(/[^\\x20-\\x7e]/g, '?') + '\\n');
  process.exit(70);
});
var path = require('node:path');
var inner = path.sep + 'node_modules' + path.sep;
var at = __dirname.lastIndexOf(inner);
// Compiled code is kept beside the installed packages, never in a folder others can write to. Where that fails, starts are slower.
var modules = at < 0 ? path.join(__dirname, '../../../node_modules') : __dirname.slice(0, at + inner.length);
require('node:module').enableCompileCache(path.join(modules, '.cache/assay'));
var words = process.argv.slice(2);
var answered = words[0] === 'hook' && words[1] === 'run' ? require('./hook.cjs').startHook(words) : undefined;
if (answered === undefined) import('./main.js');
else
  answered.then(function (code) {
    process.exitCode = code;
  });
`;
