import type { SinkValue } from '../../types/index.ts';
import { shown, UNKNOWN, type Value } from '../value.ts';
import type { Invoked } from './session.ts';

/** Settings of git whose value is a command. */
const RUNS =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|gitproxy|askpass)|sequence\.editor|diff\.external|gpg\.program|credential\.helper|filter\.[\w-]+\.(?:clean|smudge|process)|(?:diff|merge)\.[\w-]+\.(?:command|driver|textconv)|(?:diff|merge)tool\.[\w-]+\.cmd|pager\.\w+|interactive\.difffilter|uploadpack\.packobjectshook)$/i;

/** Records a git setting, or an alias, that runs a command. */
function configure({ context, span }: Invoked, args: readonly Value[]): void {
  const given = args.slice(1).filter((arg) => !shown(arg).startsWith('-'));
  const [key, value] = given;
  if (key === undefined || value === undefined) return;
  const text = shown(value);
  const isAlias = /^alias\./i.test(shown(key)) && text.startsWith('!');
  if (!isAlias && !(RUNS.test(shown(key)) && /[\s/]/.test(text))) return;
  const command = text.replace(/^!/, '');
  context.analysis.recorder.add('hook', { event: `git ${shown(key)}`, command }, context.unit, span);
  context.runText({ ...value, text: command }, span);
}

/** Options before the subcommand that take the next word as their value. */
const GIVEN = /^(?:-[cC]|--(?:git-dir|work-tree|namespace|super-prefix|config-env))$/;

/** Handles `git config` and `git push`; returns `false` for other subcommands. */
export function changeRepository(invoked: Invoked): boolean {
  const { args, context, span, program } = invoked;
  const at = args.findIndex(
    (arg, index) => !shown(arg).startsWith('-') && !GIVEN.test(shown(args[index - 1] ?? UNKNOWN)),
  );
  const verb = shown(args[at] ?? UNKNOWN);
  if (verb === 'config') configure(invoked, args.slice(at));
  if (verb === 'push') {
    const sink: SinkValue = { class: 'network', label: `${program} push`, destination: null };
    context.analysis.recorder.add('capability', { name: 'net.http' }, context.unit, span);
    context.analysis.recorder.add('sink', { ...sink, isUnstated: true }, context.unit, span);
  }
  return verb === 'config' || verb === 'push';
}
