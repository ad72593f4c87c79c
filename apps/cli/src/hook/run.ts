import { EXIT, type ExitCode } from '../exit-codes.ts';
import { connectForHook } from '../service/connect.ts';
import { readUserSettings } from '../service/settings.ts';
import type { Terminal } from '../terminal.ts';
import { decideToolUse } from './decide.ts';
import type { Host, Ruling } from './hosts.ts';

/** Whatever goes wrong in here is a no: a hook that fails must not be a way around it. */
export async function runHook(
  host: Host,
  options: { url?: string | undefined },
  terminal: Terminal,
): Promise<ExitCode> {
  const ruling = await judge(host, options, terminal).catch(
    (error: unknown): Ruling => ({
      decision: 'deny',
      reason: `Assay could not look: ${error instanceof Error ? error.message : String(error)}`,
    }),
  );
  const output = host.write(ruling);
  if (output !== '') terminal.out(`${output}\n`);
  return EXIT.safe;
}

async function judge(host: Host, options: { url?: string | undefined }, terminal: Terminal): Promise<Ruling> {
  const event: unknown = JSON.parse(await terminal.readInput());
  const use = typeof event === 'object' && event !== null ? host.read(event as Record<string, unknown>) : undefined;
  if (use === undefined) throw new Error(`this is no event of ${host.title} that it knows.`);
  const { service, knowsBundle } = connectForHook(terminal, options);
  return decideToolUse(use, { service, knowsBundle, trusted: readUserSettings(terminal).trustedSkills ?? [] });
}
