import { type Client, createClient, type Fetch, type HttpOptions } from '@assay/client';
import { type Api, createApi } from '@assay/client/api';
import { type fileStores, readIdentity } from '@assay/client/node';
import { AuthError, UsageError } from '../exit-codes.ts';
import { toSafeText } from '../render/safe-text.ts';
import type { Terminal } from '../terminal.ts';
import { createMeter } from './budget.ts';
import { adviceFor, announced, memoryOf, onlyPinned } from './pins.ts';
import { readSettings, type Settings } from './settings.ts';

export type Service = { readonly settings: Settings; readonly client: Client; readonly api: Api };

/** `isPinned`: the service's keys are known from the settings or an earlier contact. */
export type DeveloperService = Service & { readonly isPinned: () => Promise<boolean> };

type Options = { readonly url?: string | undefined };
/** A host waits for its hook only this long. */
const HOOK_HTTP = { timeoutMs: 4_000, attempts: 2 } as const;
/** The maximum that a terminating command spends on a service, whatever the service answers. */
const COMMAND_BUDGET = { waitMs: 600_000, bytes: 1_073_741_824 } as const;

/** The project's service, with a memory of the first observation of each certificate. */
export const connect = (terminal: Terminal, options: Options = {}): Service =>
  connectWith(terminal, options, { meter: createMeter(COMMAND_BUDGET) });

/** `connect` for a command that runs until it is stopped. */
export const connectResident = (terminal: Terminal, options: Options = {}): Service =>
  connectWith(terminal, options, {});

function connectWith(terminal: Terminal, options: Options, limits: Partial<HttpOptions>): Service {
  const settings = readSettings(terminal, options);
  for (const note of settings.notes) terminal.err(`assay: ${toSafeText(note)}\n`);
  return open(settings, memoryOf(terminal, settings.url), limits, terminal);
}

/** The user's service, regardless of the project's settings. */
export function connectForHook(terminal: Terminal, options: Options = {}) {
  const settings = readSettings(terminal, options, { isProjectRead: false });
  const memory = memoryOf(terminal, settings.url);
  const root = onlyPinned(memory.root, settings.url);
  return { service: open(settings, { ...memory, root }, HOOK_HTTP, terminal), knowsBundle: memory.knowsBundle };
}

/** The key list that was verified at the last request; makes no request. */
export const knownRoot = (terminal: Terminal, options: Options = {}): Promise<unknown> =>
  memoryOf(terminal, readSettings(terminal, options).url).root.get();

function open(
  settings: Settings,
  { seen, marks, root }: ReturnType<typeof fileStores>,
  limits: Partial<HttpOptions>,
  terminal: Terminal,
): Service {
  const { url, token, trustKeys } = settings;
  // Without configured keys: trust on first use, then follow rotations.
  const firstUse = { firstUse: announced(root, url, terminal), advice: adviceFor(url) };
  const trust = trustKeys.length > 0 ? { keys: trustKeys } : firstUse;
  try {
    const client = createClient({ ...limits, baseUrl: url, seen, marks, trust });
    const asking = token === undefined ? {} : { token, fetch: provenFetch(client) };
    return { settings, client, api: createApi({ ...limits, baseUrl: url, ...asking }) };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** Sends the token only to a service that has proven possession of the pinned keys, because another program can answer at its address. */
function provenFetch(client: Client): Fetch {
  let proving: Promise<unknown> | undefined;
  return async (input, init) => {
    proving ??= readIdentity(client).catch((error: unknown) => {
      proving = undefined;
      throw error;
    });
    await proving;
    return fetch(input, init);
  };
}

/** `provenFetch` for a caller whose service address and key are not from the settings. */
export function connectProven(terminal: Terminal, url: string, token?: string): Pick<Service, 'client' | 'api'> {
  const settings = { ...readSettings(terminal, { url }, { isProjectRead: false }), token };
  return open(settings, memoryOf(terminal, url), {}, terminal);
}

/** An authenticated service. The connection may last as long as a review. */
export function connectAsDeveloper(terminal: Terminal, options: Options = {}): DeveloperService {
  const service = connectResident(terminal, options);
  const { url, trustKeys } = service.settings;
  const { root } = memoryOf(terminal, url);
  if (service.settings.token === undefined)
    throw new AuthError(
      `There is no token for ${service.settings.url}. Log in first: assay login --url ${service.settings.url} (or set ASSAY_URL and ASSAY_TOKEN together).`,
    );
  return { ...service, isPinned: async () => trustKeys.length > 0 || (await root.get()) !== undefined };
}
