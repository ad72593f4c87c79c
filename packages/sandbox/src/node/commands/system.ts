import { brandsOf } from '@assay/analysis/runs/own-key';
import type { Command, ExecResult } from 'just-bash';
import { STAGE_MARKERS } from '../../world/network.ts';
import { isOutsideWork } from '../../world/places.ts';
import type { World } from '../../world/world.ts';
import { UNKNOWN_COMMAND } from '../../world/world-files.ts';
import type { Machine } from '../engines.ts';
import { answer, type Invocation, imitate, recordExec, runRest, textAt } from './command.ts';

/** Commands about the machine: identity, services, privilege, and every name the sandbox does not know. */
export const systemCommands = (machine: Machine): Command[] => [
  ...imitate(machine, ['whoami', 'id', 'hostname', 'uname', 'logname', 'sw_vers', 'nproc'], identity),
  ...imitate(machine, ['env', 'printenv'], environment),
  ...imitate(machine, ['sudo', 'doas', 'su'], elevated),
  ...imitate(machine, ['nohup', 'setsid'], detached),
  ...imitate(
    machine,
    ['nice', 'ionice', 'stdbuf', 'caffeinate', 'unbuffer', 'busybox', 'torsocks', 'proxychains'],
    wrapped,
  ),
  ...imitate(machine, ['crontab'], crontab),
  ...imitate(machine, ['systemctl', 'service', 'launchctl', 'at', 'schtasks', 'update-rc.d'], service),
  ...imitate(
    machine,
    ['docker', 'podman', 'kubectl', 'chattr', 'xattr', 'spctl', 'open', 'xdg-open', 'defaults'],
    (call) => {
      recordExec(call);
      return answer();
    },
  ),
  ...imitate(machine, ['rm', 'unlink'], remove),
  ...imitate(machine, ['dd', 'shred', 'mkfs', 'wipefs', 'srm', 'trash'], destroy),
  ...imitate(machine, ['security', 'secret-tool'], keychain),
  ...imitate(machine, ['xargs'], xargs),
  ...imitate(machine, [UNKNOWN_COMMAND], unknown),
];

function identity({ name, args, world: { surroundings } }: Invocation): ExecResult {
  const { user, uid, hostName, platform } = surroundings;
  const flags = args.join('');
  if (name === 'id')
    return answer(
      flags.includes('u') ? `${flags.includes('n') ? user : uid}\n` : `uid=${uid}(${user}) gid=${uid}(${user})\n`,
    );
  if (name === 'hostname') return answer(`${hostName}\n`);
  if (name === 'nproc') return answer('4\n');
  if (name === 'sw_vers') return platform === 'darwin' ? answer('14.5\n') : answer('', 127);
  if (name !== 'uname') return answer(`${user}\n`);
  const system = platform === 'darwin' ? 'Darwin' : 'Linux';
  const machine = platform === 'darwin' ? 'arm64' : 'x86_64';
  if (/a/.test(flags)) return answer(`${system} ${hostName} 6.1.0 ${machine}\n`);
  return answer(`${/m/.test(flags) ? machine : /n/.test(flags) ? hostName : system}\n`);
}

async function environment(call: Invocation): Promise<ExecResult> {
  const names = call.args.filter((arg) => !arg.startsWith('-') && !arg.includes('='));
  if (names.length === 0) call.world.record({ kind: 'env', target: 'all variables', data: ['bulk-env'] });
  else if (call.name === 'printenv') for (const name of names) call.world.record({ kind: 'env', target: name });
  return call.context.origCommand?.(call.args) ?? answer();
}

async function elevated(call: Invocation): Promise<ExecResult> {
  recordExec(call);
  const rest = [...call.args];
  while (rest[0]?.startsWith('-')) {
    const flag = rest.shift();
    if (flag === '-u' || flag === '-g') rest.shift();
    if (flag === '-c') return runRest(call, ['sh', '-c', ...rest]);
  }
  return call.name === 'su' ? answer() : runRest(call, rest);
}

async function detached(call: Invocation): Promise<ExecResult> {
  recordExec(call, ['background', 'emulated']);
  return runRest(
    call,
    call.args.filter((arg, index) => index > 0 || !arg.startsWith('-')),
  );
}

async function wrapped(call: Invocation): Promise<ExecResult> {
  const start = call.args.findIndex((arg) => !/^-|^\d+$/.test(arg));
  return runRest(call, start < 0 ? [] : call.args.slice(start));
}

function crontab(call: Invocation): ExecResult {
  if (call.args.includes('-l') || call.args.includes('-r')) {
    recordExec(call);
    return answer();
  }
  const table = textAt(call, call.args.find((arg) => !arg.startsWith('-') || arg === '-') ?? '-');
  call.world.record({ kind: 'persist', target: `crontab: ${table}`, data: call.world.tracer.find(table) });
  return answer();
}

const STARTS = /^(?:enable|start|restart|load|bootstrap|submit|kickstart|\/create|defaults)$/i;

function service(call: Invocation): ExecResult {
  recordExec(call);
  const isScheduled = call.name === 'at' || call.args.some((arg) => STARTS.test(arg));
  if (isScheduled) call.world.record({ kind: 'persist', target: [call.name, ...call.args].join(' ') });
  return answer();
}

/** A missing file cannot be removed, but the attempt counts. */
async function remove(call: Invocation): Promise<ExecResult> {
  for (const path of call.args.filter((arg) => !arg.startsWith('-'))) recordDelete(call, call.at(path));
  return call.context.origCommand?.(call.args) ?? answer();
}

function recordDelete({ world }: Invocation, target: string): void {
  world.record({ kind: 'delete', target, data: isOutsideWork(target, world.places) ? ['outside-work'] : [] });
}

function destroy(call: Invocation): ExecResult {
  const named = call.args
    .map((arg) => /^(?:of=)?(\/.*|~.*|\.?[\w][^=]*)$/.exec(arg)?.[1])
    .filter((path) => path !== undefined);
  const input = call.args.map((arg) => /^if=(.+)$/.exec(arg)?.[1]).find((path) => path !== undefined);
  const sent = input === undefined ? '' : textAt(call, input);
  for (const path of named) {
    const target = call.at(path);
    if (call.name !== 'dd' || isOutsideWork(target, call.world.places)) recordDelete(call, target);
    else call.world.record({ kind: 'write', target, data: call.world.tracer.find(sent) });
  }
  return answer(named.length === 0 ? sent : '');
}

/** A skill names its own keychain item after the service, as it does the variable that receives the key. */
function ownVariable({ plantedVariables }: World, item: string): string | undefined {
  const brands = brandsOf(item);
  return [...plantedVariables].find((variable) => brandsOf(variable).some((brand) => brands.includes(brand)));
}

/** Password stores answer with a planted secret, so that the tracer can follow it. */
function keychain(call: Invocation): ExecResult {
  recordExec(call);
  const named = call.args.filter((word) => !word.startsWith('-')).map((word) => ownVariable(call.world, word));
  const own = named.find((variable) => variable !== undefined);
  if (own !== undefined) return answer(`${call.world.env[own]}\n`);
  const store = `${call.world.places.home}/Library/Keychains/login.keychain-db`;
  return answer(textAt(call, store));
}

async function xargs(call: Invocation): Promise<ExecResult> {
  // The bundled command expects the replacement string as a separate word.
  const args = call.args.flatMap((arg) => (/^-I./.test(arg) ? ['-I', arg.slice(2)] : [arg]));
  return call.context.origCommand?.(args) ?? answer();
}

async function unknown(call: Invocation): Promise<ExecResult> {
  const [name = '', ...args] = call.args;
  const inner = { ...call, name, args };
  const [marker] = name.match(STAGE_MARKERS) ?? [];
  const origin = marker === undefined ? undefined : call.world.network.stageOrigin(marker);
  if (origin !== undefined) {
    call.world.record({ kind: 'exec', target: origin, data: ['downloaded', 'second-stage'] });
    return answer();
  }
  // A variable with a whole command line arrives as one word.
  if (/\s/.test(name)) return runRest(inner, [...name.trim().split(/\s+/), ...args]);
  if (call.context.getRegisteredCommands?.().includes(name)) return runRest(inner, [name, ...args]);
  recordExec(inner, ['missing']);
  call.world.miss(`command not available: ${name}`);
  return answer();
}
