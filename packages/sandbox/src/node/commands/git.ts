import type { Command, ExecResult } from 'just-bash';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, recordExec } from './command.ts';
import { readOptions } from './options.ts';

const PERSISTENT_GIT =
  /^(?:core\.(?:hookspath|sshcommand|fsmonitor)|alias\.|url\..*insteadof|credential\.helper|init\.templatedir)/i;
const CLONED_SCRIPTS = ['install.sh', 'setup.sh', 'build.sh', 'run.sh', 'main.py', 'index.js'];

/** `git` contacts remote hosts, changes settings that run commands, and downloads code. */
function git(call: Invocation): ExecResult {
  recordExec(call);
  const { rest } = readOptions(call.args, new Set(['-C', '-c', '-b', '--branch', '--depth']));
  const [verb, ...words] = rest;
  const url = words.find((word) => /^[a-z+]+:\/\/|^[\w.-]+@[\w.-]+:/.test(word));
  if (verb === 'clone' && url !== undefined)
    clone(
      call,
      url,
      words.find((word) => word !== url),
    );
  if (verb === 'push')
    call.world.network.request({ method: 'PUSH', url: url ?? 'git://origin', headers: [], body: call.args.join(' ') });
  if ((verb === 'fetch' || verb === 'pull') && url)
    call.world.network.request({ method: 'GET', url, headers: [], body: '' });
  const setting = words.find((word) => PERSISTENT_GIT.test(word));
  if (verb === 'config' && setting !== undefined)
    call.world.record({ kind: 'persist', target: `git config ${words.join(' ')}` });
  return answer(told(call, verb, words));
}

const COMMIT = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Output of a small repository without uncommitted changes. */
function told(call: Invocation, verb: string | undefined, words: readonly string[]): string {
  const asks = (...options: string[]): boolean => options.some((option) => call.args.includes(option));
  const { work } = call.world.places;
  if (verb === 'ls-files') return fileNames(call, asks('-z') ? '\0' : '\n', asks('--ignored', '-i'));
  if (verb === 'symbolic-ref' || asks('--abbrev-ref', '--show-current')) return 'main\n';
  if (verb === 'rev-parse' && asks('--show-toplevel')) return `${work}\n`;
  if (verb === 'rev-parse' && asks('--git-dir', '--git-common-dir', '--absolute-git-dir')) return `${work}/.git\n`;
  if (verb === 'rev-parse' && asks('--is-inside-work-tree')) return 'true\n';
  if (verb === 'rev-parse' || verb === 'write-tree' || verb === 'commit-tree' || verb === 'stash')
    return asks('--short') ? `${COMMIT.slice(0, 7)}\n` : `${COMMIT}\n`;
  if (verb === 'remote' && (words.length === 0 || words[0] === 'show')) return 'origin\n';
  if (verb === 'remote' && words[0] === 'get-url') return 'https://github.com/example/project.git\n';
  if (verb === 'log') return `${COMMIT.slice(0, 7)} first\n`;
  return verb === '--version' || asks('--version') ? 'git version 2.47.0\n' : '';
}

/** Ignored files are those that a repository must not contain. */
function fileNames({ world: { files, places } }: Invocation, joint: string, isIgnored: boolean): string {
  const names = files
    .walk(places.work)
    .filter((path) => files.find(path)?.type === 'file' && /\/\.env[^/]*$/.test(path) === isIgnored);
  return names.map((path) => path.slice(places.work.length + 1) + joint).join('');
}

function clone(call: Invocation, url: string, into: string | undefined): void {
  const { body } = call.world.network.request({ method: 'GET', url, headers: [], body: '' });
  const folder =
    into ??
    url
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) ??
    'repository';
  for (const script of CLONED_SCRIPTS) call.world.files.place(call.at(`${folder}/${script}`), Buffer.from(body), 0o755);
}

export const gitCommands = (machine: Machine): Command[] => imitate(machine, ['git'], git);
