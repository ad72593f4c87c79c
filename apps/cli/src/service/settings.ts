import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuardPolicy } from '@assay/client';
import { PROOF_LIMITS } from '@assay/client/proof';
import { ModelConfig } from '@assay/reader/model-config';
import { z } from 'zod';
import { UsageError } from '../exit-codes.ts';
import { Trusted } from '../install/trusted.ts';
import { readRegularText } from '../skills/regular-file.ts';
import type { Terminal } from '../terminal.ts';
import { DEFAULT_URL, toBase, toOrigin, trim } from './address.ts';
import { narrowPolicy } from './policy.ts';

export { DEFAULT_URL, toBase, toOrigin };

export const PROJECT_FILE = '.assay.json';
const FILE_BYTES_MAX = 1_048_576;

const Url = z.string().max(2_048);
const Keys = z.array(z.string());
const Policy = z.looseObject({
  allowUpTo: z.string().optional(),
  askUpTo: z.string().optional(),
  maxSandboxRiskLevel: z.string().optional(),
  readBy: z.string().optional(),
  onUnread: z.enum(['ask', 'deny']).optional(),
  onFlags: z.enum(['ask', 'deny']).optional(),
  onUnreachable: z.enum(['ask', 'deny']).optional(),
  maxAgeDays: z.number().optional(),
  maxStatusAgeMinutes: z.number().min(0).optional(),
  allowedCapabilities: z.array(z.string()).optional(),
  allowedHosts: z.array(z.string()).optional(),
  requireCommitBinding: z.boolean().optional(),
  requireAnchor: z.boolean().optional(),
});

/** The settings of a project. They come with a clone and are untrusted, so they contain no token and no key. */
const ProjectSettings = z.looseObject({
  url: Url.optional(),
  policy: Policy.optional(),
  /** Certificate id, by the path of the skill's folder. */
  skills: z.record(z.string(), z.string()).optional(),
});

const UserSettings = z.looseObject({
  /** The reader of instructions in a scan and the recipient of the content, chosen with `assay reader use`. */
  reader: z.object({ config: ModelConfig, recipient: z.string() }).optional(),
  url: Url.optional(),
  trustKeys: Keys.optional(),
  policy: Policy.optional(),
  /** By address without query and fragment: a token is sent only to the service that issued it, even on a shared host. */
  tokens: z.record(z.string(), z.string()).optional(),
  trustedSkills: z.array(z.string()).optional(),
  /** Bundles that this user approved, by digest. */
  trusted: z.record(z.string(), Trusted).optional(),
  /** A mirror for fetching GitHub repositories. */
  gitHost: Url.optional(),
  /** Services that a project may choose, by address, with the public keys they must sign with. */
  trustedServices: z.record(z.string(), z.looseObject({ trustKeys: Keys.optional() })).optional(),
});
export type UserSettings = z.infer<typeof UserSettings>;

export type Settings = {
  readonly url: string;
  readonly token: string | undefined;
  readonly trustKeys: readonly string[];
  readonly policy: GuardPolicy;
  /**
   * The maximum age of a certificate status that is used without a request: the user's value or the default, or a
   * project's smaller value.
   */
  readonly maxStatusAgeMinutes?: number | undefined;
  readonly skills: Readonly<Record<string, string>>;
};

export type SettingsRead = Settings & {
  /** The origin of the service choice. */
  readonly chosenBy: 'command line' | 'environment' | 'project' | 'user' | 'default';
  /** Rejected settings of the project, each as a sentence. */
  readonly notes: readonly string[];
};

export const userFile = ({ config }: Terminal): string => join(config.configDir, 'config.json');

/**
 * The command line takes precedence over the environment, and the environment over the user's settings. A project's
 * file chooses a service only if the user has accepted that service: the file comes with a clone, and its author would
 * choose the authority. A guard does not read it at all.
 */
export function readSettings(
  terminal: Terminal,
  { url }: { readonly url?: string | undefined } = {},
  { isProjectRead = true } = {},
): SettingsRead {
  const user = readUserSettings(terminal);
  const project = isProjectRead ? readJson(join(terminal.cwd, PROJECT_FILE), ProjectSettings) : {};
  const own = chooseOwn(terminal, url, user);
  const { notes, ...chosen } = project.url === undefined ? { ...own, notes: [] } : weighProject(project.url, own, user);
  const keys = [
    terminal.config.trustKeys,
    chosen.chosenBy === 'project' ? keysOf(chosen.url, user) : (user.trustKeys ?? []),
  ].find((list) => list.length > 0);
  return {
    ...chosen,
    notes,
    token: tokenFor(chosen.url, terminal, url, user),
    trustKeys: keys ?? [],
    policy: narrowPolicy(toPolicy(user.policy), toPolicy(project.policy)),
    maxStatusAgeMinutes: narrowAge(user.policy?.maxStatusAgeMinutes, project.policy?.maxStatusAgeMinutes),
    skills: project.skills ?? {},
  };
}

/** The lifetime of a signed status, if neither the user nor the project sets an age. */
const STATUS_AGE_MINUTES = PROOF_LIMITS.statusAgeMs / 60_000;

const narrowAge = (user: number | undefined, project: number | undefined): number | undefined =>
  project === undefined ? user : Math.min(user ?? STATUS_AGE_MINUTES, project);

/** The guard checks the words and treats an unknown one as the strictest. */
const toPolicy = (policy: z.infer<typeof Policy> | undefined): GuardPolicy => (policy ?? {}) as GuardPolicy;

type Choice = Pick<SettingsRead, 'url' | 'chosenBy'>;

function chooseOwn({ config }: Terminal, option: string | undefined, user: UserSettings): Choice {
  if (option !== undefined) return { url: trim(option), chosenBy: 'command line' };
  if (config.url !== undefined) return { url: trim(config.url), chosenBy: 'environment' };
  if (user.url !== undefined) return { url: trim(user.url), chosenBy: 'user' };
  return { url: DEFAULT_URL, chosenBy: 'default' };
}

/** A choice on the command line or in the environment overrides the project. */
function weighProject(asked: string, own: Choice, user: UserSettings): Choice & Pick<SettingsRead, 'notes'> {
  const base = toBase(asked);
  const isFinal = own.chosenBy === 'command line' || own.chosenBy === 'environment';
  if (isFinal || base === toBase(own.url)) return { ...own, notes: [] };
  if (base !== undefined && Object.hasOwn(user.trustedServices ?? {}, base))
    return { url: base, chosenBy: 'project', notes: [] };
  const accept = `Accept it once with: assay config trust-service ${base ?? 'URL'}`;
  const named = `${PROJECT_FILE} names the service ${asked}, which you have not accepted`;
  if (own.chosenBy === 'default') throw new UsageError(`${named}. ${accept} (or select one with --url).`);
  return { ...own, notes: [`${named}; asking ${own.url}. ${accept}`] };
}

const keysOf = (url: string, { trustedServices = {} }: UserSettings): readonly string[] =>
  trustedServices[toBase(url) ?? '']?.trustKeys ?? [];

/** ASSAY_TOKEN belongs to the service in the environment, else in the user's settings, else on the command line. */
function tokenFor(
  url: string,
  { config }: Terminal,
  option: string | undefined,
  user: UserSettings,
): string | undefined {
  const base = toBase(url);
  if (base === undefined) return undefined;
  const home = toBase(config.url ?? user.url ?? option ?? DEFAULT_URL);
  if (config.token !== undefined && base === home) return config.token;
  return user.tokens !== undefined && Object.hasOwn(user.tokens, base) ? user.tokens[base] : undefined;
}

export const readUserSettings = (terminal: Terminal): UserSettings => readJson(userFile(terminal), UserSettings);

/** Writes the file atomically and readable only by its owner, because it may contain tokens. */
export function writeUserSettings(terminal: Terminal, settings: UserSettings): void {
  const path = userFile(terminal);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

/** Allows projects to choose this service. */
export function acceptService(terminal: Terminal, url: string, trustKeys: readonly string[]): void {
  const base = toBase(url);
  if (base === undefined) throw new UsageError(`${url} is not a service URL. Use https://…`);
  const { trustedServices = {}, ...rest } = readUserSettings(terminal);
  const entry = trustKeys.length === 0 ? {} : { trustKeys: [...trustKeys] };
  writeUserSettings(terminal, { ...rest, trustedServices: { ...trustedServices, [base]: entry } });
}

export function refuseService(terminal: Terminal, url: string): void {
  const { trustedServices = {}, ...rest } = readUserSettings(terminal);
  const { [toBase(url) ?? '']: _, ...others } = trustedServices;
  writeUserSettings(terminal, { ...rest, trustedServices: others });
}

function readJson<S extends z.ZodType<object>>(path: string, schema: S): z.output<S> {
  const text = readText(path) ?? '{}';
  const read = schema.safeParse(parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new UsageError(
    `${path} is not valid${where === '' ? '' : ` at "${where}"`}: ${issue?.message ?? 'it is not an object'}. Correct or remove it.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readText(path: string): string | undefined {
  try {
    return readRegularText(path, FILE_BYTES_MAX);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read. Correct or remove it.`, { cause: error });
  }
}
