import { join } from 'node:path';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { count } from '../render/lines.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { readVersion } from '../version.ts';
import { COMMON_HELP, parseOptions } from './options.ts';

const HELP = `Usage: assay doctor [options]

Checks the installation: versions, whether the service responds, your reader, the agent hosts in use and their hooks, assay.lock, expired
approvals, and settings of this project that disable hooks.

Options
${COMMON_HELP}
Exit codes: 0 everything works, 2 a check failed.
`;

const SETTINGS_BYTES_MAX = 4_194_304;

type Finding = { readonly what: string; readonly isGood: boolean; readonly detail: string };

export async function doctor(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const parsed = parseOptions(args, {}, { what: 'doctor' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const [{ toSafeJson, toSafeText }, { createStyle }] = await Promise.all([
    import('../render/safe-text.ts'),
    import('../render/style.ts'),
  ]);
  const findings: Finding[] = [
    { what: 'assay', isGood: true, detail: `${readVersion()} on Node ${process.versions.node}` },
    await checkGit(terminal),
    await checkService(parsed.values, terminal),
    await checkReader(terminal),
    ...(await checkHosts(terminal)),
    ...(await checkProject(terminal)),
    ...(await checkLock(terminal)),
  ];
  if (parsed.values.json) terminal.out(`${toSafeJson(findings, 2)}\n`);
  else {
    const style = createStyle(terminal.isOutColoured);
    for (const { what, isGood, detail } of findings)
      terminal.out(`${isGood ? style.good('✓') : style.bad('✗')} ${toSafeText(`${what}: ${detail}`)}\n`);
  }
  return findings.every(({ isGood }) => isGood) ? EXIT.safe : EXIT.undecided;
}

async function checkGit({ config }: Terminal): Promise<Finding> {
  const { runGit } = await import('../install/git.ts');
  return runGit(['--version'], '', config.gitEnvironment).then(
    (output) => ({ what: 'git', isGood: true, detail: output.toString('utf8').trim() }),
    (error: Error) => ({ what: 'git', isGood: false, detail: error.message }),
  );
}

/** Makes the same request as every command and checks the keys: another server at the address must not pass as the service. */
async function checkService(values: { url?: string }, terminal: Terminal): Promise<Finding> {
  const [{ connect }, { readSettings }, { TRUST_ROOT_PATH }] = await Promise.all([
    import('../service/connect.ts'),
    import('../service/settings.ts'),
    import('@assay/client'),
  ]);
  const { url, chosenBy } = readSettings(terminal, values);
  const named = `${url} (${chosenBy})`;
  try {
    const root = (await connect(terminal, values).client.http.get(TRUST_ROOT_PATH)) as { version?: unknown };
    return {
      what: 'service',
      isGood: true,
      detail: `${named} is reachable, trust root version ${String(root.version)}`,
    };
  } catch (error) {
    return {
      what: 'service',
      isGood: false,
      detail: `${named}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

async function checkReader(terminal: Terminal): Promise<Finding> {
  const { readUserSettings } = await import('../service/settings.ts');
  const { reader } = readUserSettings(terminal);
  if (reader === undefined)
    return {
      what: 'reader',
      isGood: true,
      detail: 'not configured, so scans do not read instructions (assay reader use NAME)',
    };
  const { checkChosen } = await import('../models/find-model.ts');
  return checkChosen(reader, terminal.config.models.findVariable).then(
    ({ config, recipient }) => ({
      what: 'reader',
      isGood: true,
      detail: `${config.name}, model ${config.model}; content goes to ${recipient}`,
    }),
    (error: Error) => ({ what: 'reader', isGood: false, detail: error.message }),
  );
}

async function checkHosts({ cwd, config }: Terminal): Promise<Finding[]> {
  const [{ presentHosts, findSkillHost }, { findHost }] = await Promise.all([
    import('../install/hosts.ts'),
    import('../hook/hosts.ts'),
  ]);
  return presentHosts(cwd, config.home).map((name) => {
    const title = findSkillHost(name)?.title ?? name;
    const host = findHost(name);
    if (host === undefined) return { what: title, isGood: false, detail: 'hooks are not supported for this host' };
    const files = [join(cwd, host.file.project), join(config.home, host.file.user)];
    const file = files.find((each) => readSettingsText(each).includes('hook run'));
    const missing = `has no hook; install it with: assay hook install ${name}`;
    return { what: title, isGood: file !== undefined, detail: file === undefined ? missing : `has a hook in ${file}` };
  });
}

/** Hosts prefer project settings over user settings. */
async function checkProject({ cwd }: Terminal): Promise<Finding[]> {
  const { findHookSwitches } = await import('../install/host-settings.ts');
  return findHookSwitches(cwd).map((detail) => ({ what: 'project', isGood: false, detail }));
}

/** Empty for a file that is missing, not regular or too large. */
function readSettingsText(path: string): string {
  try {
    return readRegularText(path, SETTINGS_BYTES_MAX);
  } catch {
    return '';
  }
}

async function checkLock(terminal: Terminal): Promise<Finding[]> {
  const [{ readLock, LOCK_FILE }, { trustedHere }, { isInForce }] = await Promise.all([
    import('../install/lock.ts'),
    import('../install/imports.ts'),
    import('../install/trusted.ts'),
  ]);
  const lock = readLock(terminal.cwd);
  if (lock === undefined) return [{ what: LOCK_FILE, isGood: true, detail: 'not found' }];
  const ended = Object.values(trustedHere(lock, terminal)).filter((entry) => !isInForce(entry, terminal.today));
  return [
    {
      what: LOCK_FILE,
      isGood: true,
      detail: `${count(Object.keys(lock.skills).length, 'skill')} pinned; check with: assay ci --frozen`,
    },
    ...ended.map(({ name, until }) => ({
      what: 'trust',
      isGood: false,
      detail: `the approval of ${name} expired on ${until}`,
    })),
  ];
}
