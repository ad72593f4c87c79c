/** Bundles the published command: each subcommand in a few files, with all dependencies except the engine. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The engine is twenty times as large as the command and installed beside it by those who scan. */
export const ENGINE = ['@assay/audit', '@assay/analysis', '@assay/sandbox', '@assay/contract-review', '@assay/reader'];
/** Small parts of it that other commands use. */
const JOINED = ['@assay/audit/own-sources', '@assay/analysis/bundle/zip', '@assay/reader/model-config'];
const isOutside = (id: string): boolean =>
  id.startsWith('node:') || (ENGINE.some((name) => id === name || id.startsWith(`${name}/`)) && !JOINED.includes(id));

export async function joinCommand(source: string, folder: string, oldestNode: string): Promise<void> {
  rmSync(folder, { recursive: true });
  const options = { platform: 'node', transform: { target: 'es2022' }, external: isOutside } as const;
  const whole = await rolldown({ ...options, input: join(source, 'main.ts') });
  const { output: files } = await whole.write({ dir: folder, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await whole.close();
  const hook = await rolldown({ ...options, input: join(source, 'hook/start.ts') });
  const { output } = await hook.generate({ format: 'cjs', codeSplitting: false });
  await hook.close();
  // One string from the file to V8: a copy would start a garbage collection.
  const code = `(function (exports, require) {${withLateModules(output[0].code)}\n})\n`;
  writeFileSync(join(folder, 'hook.cjs'), code);
  writeFileSync(join(folder, 'assay.cjs'), toStarter(oldestNode, sha256(code)), { mode: 0o755 });
  const modules = files.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(join(folder, 'THIRD_PARTY.txt'), licencesOf(modules));
}

/** The licences of others whose code is part of the command. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version} (${license})\n\n${text}`;
    })
    .join('\n----\n\n');
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Modules of Node that most calls do not need are loaded where they are used, not at the start. */
function withLateModules(code: string): string {
  const late = ['node:fs/promises', 'node:crypto'].reduce((text, name) => {
    const [line = '', variable = ''] =
      new RegExp(`^(?:let|const) (\\w+) = require\\("${name}"\\);\\n`, 'm').exec(text) ?? [];
    return line === '' ? text : text.replace(line, '').replaceAll(`${variable}.`, `require("${name}").`);
  }, code);
  const joined = late.replaceAll(/await import\("(node:[\w/]+)"\)/g, 'require("$1")');
  if (/\bimport\(/.test(joined)) throw new Error('The hook imports in a way that a script with kept code cannot.');
  // One byte for each character.
  return joined.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Node starts a script sooner than a module, and this one runs on every Node there is: it says which ones the rest runs on. The hook is
 * loaded with compiled code of its own. V8 compares no more than the length of a script, so the file is named by the digest. It is written
 * after the first answer, where the folder can be written, and contains the functions of frequent calls: reading all functions takes longer
 * than compiling the few others when they are needed.
 */
const STARTER = `#!/usr/bin/env node
'use strict';
var wanted = 'OLDEST_NODE'.split('.').map(Number);
var given = process.versions.node.split('.').map(Number);
if (given[0] < wanted[0] || (given[0] === wanted[0] && given[1] < wanted[1])) {
  process.stderr.write('assay: this is Node ' + process.versions.node + ', and assay needs Node OLDEST_NODE or later.\\n');
  process.exit(70);
}
process.on('uncaughtException', function (error) {
  process.stderr.write('assay: internal error: ' + String(error && error.message).replace(/[^\\x20-\\x7e]/g, '?') + '\\n');
  process.exit(70);
});
var fs = require('node:fs');
var path = require('node:path');
// Compiled code is kept in a folder of this user that no project and no variable chooses. Without it, starts are slower.
var cache = '';
try {
  cache = path.join(require('node:os').userInfo().homedir || '/', '.cache/assay/compiled');
} catch (_) {}

// V8 does not check compiled code before it runs it, so only this user may be able to write it or to replace a folder on its way.
function isOwn(stat, others) {
  return !process.geteuid || (stat.uid === process.geteuid() && (stat.mode & others) === 0);
}

function isOwnFolder(folder, others) {
  var stat = fs.lstatSync(folder);
  return stat.isDirectory() && isOwn(stat, others);
}

// Node creates folders of its own in this one, as its umask allows: no other user may enter it.
function isOwnCache() {
  var parent = path.dirname(cache);
  return isOwnFolder(path.dirname(parent), 18) && isOwnFolder(parent, 18) && isOwnFolder(cache, 63);
}

function hasOwnCache() {
  try {
    fs.mkdirSync(cache, { recursive: true, mode: 448 });
    return isOwnCache();
  } catch (_) {
    return false;
  }
}

function readOwn(name) {
  if (!isOwnCache()) return undefined;
  var file = fs.openSync(name, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  try {
    var stat = fs.fstatSync(file);
    return stat.isFile() && stat.nlink === 1 && isOwn(stat, 18) ? fs.readFileSync(file) : undefined;
  } finally {
    fs.closeSync(file);
  }
}

function loadHook() {
  var vm = require('node:vm');
  var filename = __dirname + '/hook.cjs';
  var kept = cache + '/hook-' + process.version + '-' + process.arch + '-HOOK_DIGEST';
  var source = fs.readFileSync(filename, 'latin1');
  var cachedData;
  try {
    cachedData = readOwn(kept);
  } catch (_) {}
  var script = new vm.Script(source, { filename: filename, cachedData: cachedData });
  var isKept = cachedData !== undefined && !script.cachedDataRejected;
  function keep() {
    if (!hasOwnCache()) return;
    var draft = kept + '.' + process.pid;
    try {
      var file = fs.openSync(draft, 'wx', 384);
      fs.writeFileSync(file, script.createCachedData());
      fs.closeSync(file);
      fs.renameSync(draft, kept);
    } catch (_) {
      try {
        fs.unlinkSync(draft);
      } catch (_) {}
    }
  }
  var loaded = { keep: isKept ? undefined : keep };
  script.runInThisContext()(loaded, require);
  return loaded;
}

var words = process.argv.slice(2);
var hook;
var answered;
if (words[0] === 'hook' && words[1] === 'run') {
  // The first lookup starts this many threads. A call makes one lookup after the other.
  process.env.UV_THREADPOOL_SIZE = '1';
  hook = loadHook();
  answered = hook.startHook(words);
  delete process.env.UV_THREADPOOL_SIZE;
}
if (answered === undefined) {
  if (hasOwnCache()) require('node:module').enableCompileCache(cache);
  import('./main.js');
} else
  answered.then(function (code) {
    if (hook.keep === undefined) process.exit(code);
    hook
      .compileFrequentCalls()
      .then(hook.keep)
      .finally(function () {
        process.exit(code);
      });
  });
`;

const toStarter = (oldestNode: string, hookDigest: string): string =>
  STARTER.replaceAll('OLDEST_NODE', oldestNode).replace('HOOK_DIGEST', hookDigest);
