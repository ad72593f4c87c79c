import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import { findHost, HOSTS } from '../hook/hosts.ts';
import type { Terminal } from '../terminal.ts';
import { parseOptions, toCommonHelp } from './options.ts';

const HELP = `Usage: assay hook install|uninstall|run HOST [options]

Makes an agent host check every skill before it uses or installs it. Invalid skills are denied. For open flags and for calls for which the
skill cannot be determined, the host asks you; if it cannot ask, they are denied. If there is no decision within 9 seconds, the call is denied.

install     add the hook to the settings of the host
uninstall   remove the hook
run         decide one tool call, read from stdin (called by the host)

HOST   ${HOSTS.map(({ name, title }) => `${name} (${title})`).join(', ')}

Options
  --user             install for all your projects, not only this one
  --command TEXT     how the host starts assay (default: assay)
${toCommonHelp('json')}
The setting trustedSkills names skills that are always allowed: skills in your user-level skill folders and skills that the hook finds in no
folder, such as those bundled with the host. Set it with: assay config trustedSkills NAME,NAME
`;

export async function hook(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = { user: { type: 'boolean' }, command: { type: 'string' } } as const;
  const parsed = parseOptions(args, own, {
    min: 2,
    max: 2,
    what: 'hook install|uninstall|run HOST',
    without: ['json'],
  });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [verb, name] = parsed.positionals;
  const host = findHost(name);
  if (host === undefined) throw new UsageError(`HOST must be one of ${HOSTS.map((each) => each.name).join(', ')}.`);
  if (verb === 'run') return (await import('../hook/run.ts')).runHook(host, parsed.values, terminal);
  if (verb === 'decide') return (await import('../hook/decide-event.ts')).decideEvent(host, parsed.values, terminal);
  const { installHook, uninstallHook } = await import('../hook/install.ts');
  if (verb === 'install') return installHook(host, parsed.values, terminal);
  if (verb === 'uninstall') return uninstallHook(host, parsed.values, terminal);
  throw new UsageError('Usage: assay hook install|uninstall|run HOST');
}
