import { constants } from 'node:fs';
import { access, mkdtemp, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Agent, commonEnvironment, type FindVariable, findKey, pickVariables, searchPath } from './agent.ts';
import { runProgram } from './run-program.ts';

const PROBE_TIMEOUT_MS = 20_000;

export type AgentProbe =
  | { readonly kind: 'ready'; readonly file: string; readonly version: string }
  | {
      readonly kind: 'missing' | 'no-version' | 'not-tried' | 'not-signed-in';
      /** A sentence for the user. */
      readonly detail: string;
    };

/** Checks whether an agent command line is installed in a tested version and signed in. Sends nothing to a model. */
export async function probeAgent(agent: Agent, findVariable: FindVariable): Promise<AgentProbe> {
  const { title, command, tried } = agent;
  const file = await findProgram(command, findVariable);
  if (file === undefined) return { kind: 'missing', detail: `${title} (${command}) is not installed.` };
  const version = await readVersion(file, findVariable);
  if (version === undefined) return { kind: 'no-version', detail: `${command} --version names no version.` };
  if (!tried.includes(version))
    return {
      kind: 'not-tried',
      detail: `${title} ${version} has not been tested and is rejected. Tested versions: ${tried.join(', ')}.`,
    };
  if (await isSignedIn(agent, file, findVariable)) return { kind: 'ready', file, version };
  return {
    kind: 'not-signed-in',
    detail: `${title} ${version} is not signed in; sign in, or set ${agent.keyVariables.join(' or ')}.`,
  };
}

export async function findProgram(command: string, findVariable: FindVariable): Promise<string | undefined> {
  for (const folder of searchPath(findVariable)) {
    const file = join(folder, command);
    try {
      await access(file, constants.X_OK);
      if ((await stat(file)).isFile()) return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** The user's home according to the environment. */
export const userHomeOf = (findVariable: FindVariable): string => findVariable('HOME') || homedir();

async function readVersion(file: string, findVariable: FindVariable): Promise<string | undefined> {
  const said = await runAside(file, ['--version'], findVariable, {});
  return /\b\d+\.\d+\.\d+(?:-[0-9A-Za-z.]+)?/.exec(said ?? '')?.[0];
}

async function isSignedIn(agent: Agent, file: string, findVariable: FindVariable): Promise<boolean> {
  if (findKey(agent, findVariable) !== undefined) return true;
  const home = userHomeOf(findVariable);
  const found = await Promise.all(agent.signInFiles.map((path) => canRead(join(home, path))));
  if (agent.signInArgs === undefined) return found.includes(true);
  const env = { ...pickVariables(['CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN'], findVariable), HOME: home };
  return (await runAside(file, agent.signInArgs, findVariable, env)) !== undefined;
}

const canRead = (path: string): Promise<boolean> =>
  access(path, constants.R_OK).then(
    () => true,
    () => false,
  );

/** Runs the program in an empty folder and returns its output if it exits with 0. */
async function runAside(
  file: string,
  args: readonly string[],
  findVariable: FindVariable,
  env: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-probe-'));
  try {
    const ended = await runProgram({
      file,
      args,
      env: { ...commonEnvironment(findVariable, folder), ...env },
      cwd: folder,
      timeoutMs: PROBE_TIMEOUT_MS,
    });
    return ended.kind === 'ended' && ended.code === 0 ? ended.stdout : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
