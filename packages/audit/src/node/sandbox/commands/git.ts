import type { Command, ExecResult } from 'just-bash';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, recordExec } from './command.ts';
import { readOptions } from './options.ts';

const PERSISTENT_GIT =
  /^(?:core\.(?:hookspath|sshcommand|fsmonitor)|alias\.|url\..*insteadof|credential\.helper|init\.templatedir)/i;
const CLONED_SCRIPTS = ['install.sh', 'setup.sh', 'build.sh', 'run.sh', 'main.py', 'index.js'];

/** `git` reaches the network, changes settings that run commands, and brings code in. */
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
  return answer();
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
