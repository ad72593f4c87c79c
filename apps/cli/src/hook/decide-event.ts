import { EXIT, type ExitCode } from '../exit-codes.ts';
import { toBase } from '../service/address.ts';
import type { Terminal } from '../terminal.ts';
import { findTargets, readEvent } from './find-targets.ts';
import type { HookOptions, Host, Ruling } from './hosts.ts';
import { toDenial } from './run.ts';
import type { ToolUse } from './tool-use.ts';

const ALLOWED: Ruling = { decision: 'allow', reason: '' };

/** `assay hook decide HOST`: reads the event from standard input and writes the ruling as JSON to standard output. */
export async function decideEvent(host: Host, options: HookOptions, terminal: Terminal): Promise<ExitCode> {
  const ruling = await decide(host, options, terminal).catch(toDenial);
  terminal.out(`${JSON.stringify(ruling)}\n`);
  return EXIT.safe;
}

async function decide(host: Host, options: HookOptions, terminal: Terminal): Promise<Ruling> {
  const { use, canAsk } = readEvent(host, await terminal.readInput());
  const ruling = await decideUse(use, options, terminal);
  if (ruling.decision !== 'ask' || canAsk) return ruling;
  return {
    decision: 'deny',
    reason: `${ruling.reason} ${host.title} does not ask the user here, so the call is denied.`,
  };
}

async function decideUse(use: ToolUse, options: HookOptions, terminal: Terminal): Promise<Ruling> {
  const targets = await findTargets(use, options, terminal);
  // Most calls end here, without loading the client.
  if (targets.length === 0) return ALLOWED;
  const [{ connectForHook }, { decideTargets }, { readKnown, rememberValid }] = await Promise.all([
    import('../service/connect.ts'),
    import('./decide-targets.ts'),
    import('../install/known-bundles.ts'),
  ]);
  const needs = connectForHook(terminal, options);
  const service = toBase(needs.service.settings.url) ?? '';
  // Only for bundles that this user installed with a lock. The status of all others is requested at every use.
  const remember = (bundleSha256: string, certificateId: string) => {
    if (Object.hasOwn(readKnown(terminal), bundleSha256))
      rememberValid(terminal, bundleSha256, { certificateId, service });
  };
  return decideTargets(targets, { ...needs, remember });
}
