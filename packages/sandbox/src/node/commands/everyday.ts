import { createHash } from 'node:crypto';
import type { Command, ExecResult } from 'just-bash';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, recordExec, runRest, textAt, writeAt } from './command.ts';
import { readOptions } from './options.ts';
import { textBelow } from './transfer.ts';

/** Common commands that scripts use on the way. Without them, scripts stop before they do anything relevant. */
export const everydayCommands = (machine: Machine): Command[] => [
  ...imitate(machine, ['mktemp'], scratch),
  ...imitate(machine, ['install'], install),
  ...imitate(machine, ['gcc', 'g++', 'cc', 'c++', 'clang', 'rustc'], compile),
  ...imitate(machine, ['realpath'], realPath),
  ...imitate(machine, ['flock'], locked),
  ...imitate(machine, ['shasum', 'sha512sum', 'md5'], checksum),
  ...imitate(machine, ['base32'], base32),
  ...imitate(machine, ['zip', '7z', '7za'], pack),
  ...imitate(machine, ['bc'], calculate),
  ...imitate(machine, ['less', 'more'], (call) => runRest(call, ['cat', ...call.args])),
  ...imitate(machine, ['mkfifo', 'truncate'], (call) => {
    for (const path of readOptions(call.args, new Set(['-s', '-m'])).rest) writeAt(call, path, '');
    return answer();
  }),
  ...imitate(machine, ['pgrep', 'lsof', 'fuser'], () => answer('', 1)),
  ...imitate(machine, Object.keys(ANSWERS), ({ name, args }) => answer(ANSWERS[name]?.(args) ?? '')),
];

/** Output of system commands on an idle machine. */
const ANSWERS: Record<string, (args: string[]) => string> = {
  df: () =>
    'Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/sda1      102400000 41000000  61400000  41% /\n',
  free: () =>
    '               total        used        free      shared  buff/cache   available\nMem:        16000000     6000000     7000000      200000     3000000     9800000\nSwap:        2000000           0     2000000\n',
  ps: () => '    PID TTY          TIME CMD\n   4200 pts/0    00:00:00 bash\n   4242 pts/0    00:00:00 ps\n',
  top: () => 'top - up 2 days, 1 user, load average: 0.10, 0.20, 0.15\n',
  uptime: () => ' up 2 days,  3:04,  1 user,  load average: 0.10, 0.20, 0.15\n',
  tput: ([what]) => (what === 'cols' ? '80\n' : what === 'lines' ? '24\n' : what === 'colors' ? '8\n' : ''),
  stty: ([what]) => (what === 'size' ? '24 80\n' : ''),
  tty: () => '/dev/pts/0\n',
  arch: () => 'x86_64\n',
  locale: () => 'LANG=C.UTF-8\n',
  getconf: () => '4\n',
  lscpu: () => 'Architecture: x86_64\nCPU(s): 4\nModel name: CPU\n',
  sync: () => '',
  chown: () => '',
  chgrp: () => '',
  getent: ([table, name = 'root']) => (table === 'passwd' ? `${name}:x:1000:1000::/home/${name}:/bin/bash\n` : ''),
  reset: () => '',
};

/** Creates an unused name. It is the same in each run of the same script. */
function scratch(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-p', '--tmpdir', '--suffix', '-t']));
  const [given] = options.rest;
  const prefix = options.all('-t').at(-1);
  const folder =
    options.all('-p', '--tmpdir').find(Boolean) ?? (given === undefined || prefix !== undefined ? '/tmp' : '');
  const pattern = given ?? (prefix === undefined ? 'tmp.XXXXXX' : prefix.includes('XXX') ? prefix : `${prefix}.XXXXXX`);
  const ending = options.all('--suffix').at(-1) ?? '';
  for (let count = 1; ; count += 1) {
    const name = pattern.replace(/X{3,}(?!.*XXX)/, (gap) => String(count).padStart(gap.length, '0')) + ending;
    const path = folder === '' ? name : `${folder}/${name}`;
    if (call.world.files.find(call.at(path)) !== undefined && count < SCRATCH_MAX) continue;
    if (options.has('-d', '--directory')) call.world.files.makeFolder(call.at(path), true);
    else if (!options.has('-u', '--dry-run')) writeAt(call, path, '');
    return answer(`${path}\n`);
  }
}
const SCRATCH_MAX = 1_000;

/** Copies files with a mode, or creates folders. */
async function install(call: Invocation): Promise<ExecResult> {
  const options = readOptions(call.args, new Set(['-m', '--mode', '-o', '-g', '-t', '-S']));
  if (options.has('-d', '--directory')) return runRest(call, ['mkdir', '-p', ...options.rest]);
  const into = options.all('-t').at(-1);
  const words = into === undefined ? options.rest : [...options.rest, `${into}/`];
  const target = words.at(-1) ?? '';
  const isFolder = target.endsWith('/') || call.world.files.find(call.at(target))?.type === 'folder';
  // A missing file cannot be copied, but the attempt counts.
  for (const from of words.slice(0, -1))
    writeAt(call, isFolder ? `${target}/${from.slice(from.lastIndexOf('/') + 1)}` : target, textAt(call, from));
  const mode = options.all('-m', '--mode').at(-1);
  return mode === undefined || words.length !== 2 ? answer() : runRest(call, ['chmod', mode, target]);
}

/** Creates the compiler's output file. The source shows what it would do. */
function compile(call: Invocation): ExecResult {
  recordExec(call);
  const { rest } = readOptions(call.args, new Set(['-o']));
  const sources = rest.filter((word) => /\.\w+$/.test(word));
  const made =
    readOptions(call.args, new Set(['-o']))
      .all('-o')
      .at(-1) ?? 'a.out';
  if (sources.length > 0) writeAt(call, made, sources.map((path) => textAt(call, path)).join('\n'));
  return answer();
}

function realPath(call: Invocation): ExecResult {
  const paths = readOptions(call.args, new Set(['--relative-to', '--relative-base'])).rest;
  return answer(paths.map((path) => `${call.world.files.realPath(call.at(path))}\n`).join(''));
}

/** `flock FILE command…`, `flock -n 9`. */
function locked(call: Invocation): Promise<ExecResult> {
  const [, ...rest] = readOptions(call.args, new Set(['-w', '-E', '-c'])).rest;
  const inline = readOptions(call.args, new Set(['-w', '-E', '-c']))
    .all('-c')
    .at(-1);
  return runRest(call, inline === undefined ? rest : ['sh', '-c', inline]);
}

function checksum(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-a', '--algorithm']));
  const bits = options.all('-a', '--algorithm').at(-1) ?? '1';
  const kind = call.name === 'md5' ? 'md5' : call.name === 'sha512sum' || bits === '512' ? 'sha512' : `sha${bits}`;
  if (options.has('-c', '--check')) return answer();
  const lines = (options.rest.length === 0 ? ['-'] : options.rest).map((path) => {
    const sum = createHash(kind === 'sha256' || kind === 'sha512' || kind === 'md5' ? kind : 'sha1');
    return `${sum.update(Buffer.from(textAt(call, path), 'latin1')).digest('hex')}  ${path}\n`;
  });
  return answer(lines.join(''));
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(call: Invocation): ExecResult {
  const options = readOptions(call.args, new Set(['-w', '--wrap']));
  const input = textAt(call, options.rest[0] ?? '-');
  if (!options.has('-d', '-D', '--decode'))
    return answer(
      `${regroup([...Buffer.from(input, 'latin1')], 8, 5)
        .map((at) => LETTERS[at])
        .join('')}\n`,
    );
  const values = [...input.toUpperCase()].map((letter) => LETTERS.indexOf(letter)).filter((value) => value >= 0);
  const text = Buffer.from(regroup(values, 5, 8, false)).toString('latin1');
  call.world.noteDecoded(text);
  return { stdout: text, stderr: '', exitCode: 0, stdoutKind: 'bytes' };
}

/** Regroups the same bits into groups of another size. Remaining bits are padded or dropped. */
function regroup(values: readonly number[], from: number, to: number, isFilled = true): number[] {
  const groups: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = (held << from) | value;
    for (bits += from; bits >= to; bits -= to) groups.push((held >> (bits - to)) & ((1 << to) - 1));
    held &= (1 << bits) - 1;
  }
  if (isFilled && bits > 0) groups.push((held << (to - bits)) & ((1 << to) - 1));
  return groups;
}

/** Packs without compression, so that planted secrets in the archive are recognised when it leaves. */
function pack(call: Invocation): ExecResult {
  const words = readOptions(call.args, new Set(['-P', '-x', '-i', '--password'])).rest;
  const [archive = 'archive.zip', ...inputs] = call.name === 'zip' ? words : words.slice(1);
  const packed = `PK\u0003\u0004${inputs.map((path) => textBelow(call, path)).join('\n')}`;
  if (archive === '-') return { stdout: packed, stderr: '', exitCode: 0, stdoutKind: 'bytes' };
  writeAt(call, /\.\w+$/.test(archive) ? archive : `${archive}.zip`, packed);
  return answer();
}

const SUM = /^[\d\s.+\-*/%()<>=!&|^]+$/;

/** Calculates one expression per line, as scripts write them. */
async function calculate(call: Invocation): Promise<ExecResult> {
  const results: string[] = [];
  for (const line of textAt(call, readOptions(call.args, new Set()).rest[0] ?? '-')
    .split('\n')
    .slice(0, 20)) {
    const sum = line.replace(/\bscale\s*=\s*\d+\s*;?/g, '').replace(/;\s*$/, '');
    if (SUM.test(sum) && /\d/.test(sum))
      results.push((await runRest(call, ['awk', `BEGIN { print (${sum}) }`])).stdout);
  }
  return answer(results.join(''));
}
