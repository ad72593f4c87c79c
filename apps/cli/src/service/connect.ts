import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Client, createClient } from '@assay/client';
import { type Api, createApi } from '@assay/client/api';
import { fileStores } from '@assay/client/node';
import { AuthError, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { readSettings, type Settings } from './settings.ts';

export type Service = { readonly settings: Settings; readonly client: Client; readonly api: Api };

/** The service of this project, with a memory of what was first seen of each certificate. */
export function connect(terminal: Terminal, options: { url?: string | undefined } = {}): Service {
  const settings = readSettings(terminal, options);
  const { url, token, trustKeys } = settings;
  const memory = createHash('sha256').update(url).digest('hex').slice(0, 16);
  const { seen, marks } = fileStores(join(terminal.config.stateDir, `memory-${memory}.json`));
  const http = token === undefined ? { baseUrl: url } : { baseUrl: url, token };
  try {
    const trusting = trustKeys.length > 0 ? { trust: { keys: trustKeys } } : {};
    const client = createClient({ baseUrl: url, seen, marks, ...trusting });
    return { settings, client, api: createApi(http) };
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** A service that knows who is calling. */
export function connectAsDeveloper(terminal: Terminal, options: { url?: string | undefined } = {}): Service {
  const service = connect(terminal, options);
  if (service.settings.token === undefined)
    throw new AuthError(`Log in first: assay login --url ${service.settings.url} (or set ASSAY_TOKEN).`);
  return service;
}
