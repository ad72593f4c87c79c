import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions } from './options.ts';
import { POLICY_HELP, POLICY_OPTIONS, toPolicy } from './policy.options.ts';

const HELP = `Usage: assay add SOURCE [options]

Checks a skill, shows the result, asks for confirmation and installs it: writes its files to .agents/skills, links for the agent hosts
in use, an entry in assay.lock and a proof in .assay/proofs. Nothing is written before the check.

A folder with .claude-plugin/plugin.json is a plugin. It is installed whole, only with a certificate that covers all of its files, into
.agents/plugins.

SOURCE   OWNER/REPO[/SKILL][@REF]        a GitHub repository; SKILL is a skill or plugin, REF a branch, tag or commit
         https://HOST/PATH[#REF]         any git repository (also git@HOST:PATH)
         ./FOLDER                        a folder on this machine
         listing:ID                      a listing of the marketplace

Options
  --yes              install without confirmation if the policy allows it; refuse everything else
  --all              add every skill at or below the named folder of a repository, for example all skills of a plugin, from one
                     commit and with one confirmation. If one of them is refused, none is installed. Hooks, commands, agents
                     and MCP servers of a plugin are not installed
  --agent NAME       install for this host (claude-code, codex, cursor, gemini-cli, copilot-cli, opencode); can be repeated.
                     Default: the hosts used in this project or by you
  --host URL         fetch GitHub repositories from this address (a mirror; setting: gitHost)
  --no-reader        do not let your reader read an uncertified skill
${POLICY_HELP}${COMMON_HELP}
Exit codes: 0 installed, 1 refused, 2 undecided or no confirmation possible. Nothing is written unless the code is 0.
`;

export async function add(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    ...POLICY_OPTIONS,
    yes: { type: 'boolean' },
    all: { type: 'boolean' },
    agent: { type: 'string', multiple: true },
    host: { type: 'string' },
    'no-reader': { type: 'boolean' },
  } as const;
  const parsed = parseOptions(args, own, { min: 1, max: 1, what: 'add SOURCE' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ connect }, { runAdd, runAddAll }] = await Promise.all([
    import('../service/connect.ts'),
    import('./add.run.ts'),
  ]);
  const { values, positionals } = parsed;
  const service = connect(terminal, values);
  const input = {
    source: positionals[0] ?? '',
    isConfirmed: values.yes ?? false,
    agents: values.agent,
    host: values.host,
    isReaderOff: values['no-reader'] ?? false,
    isJson: values.json ?? false,
    policy: toPolicy(values, service.settings.policy) ?? {},
  };
  return values.all ? runAddAll(input, service, terminal) : runAdd(input, service, terminal);
}
