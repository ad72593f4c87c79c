import { concat } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { CLIENT_CALLS, CLIENT_METHODS } from './clients.calls.ts';
import { ADDRESS_REF, type CodeValue, fromValue, NOTHING } from './code-value.ts';
import { FILE_CALLS, FILE_METHODS } from './file.calls.ts';
import { NETWORK_CALLS, NETWORK_METHODS } from './network.calls.ts';
import { OTHER_CALLS, OTHER_METHODS } from './other.calls.ts';
import { PROCESS_CALLS, PROCESS_METHODS } from './process.calls.ts';
import { SESSION_METHODS } from './sessions.calls.ts';
import { SETTINGS_CALLS } from './settings.calls.ts';
import { STRUCTURE_CALLS, STRUCTURE_METHODS } from './structure.calls.ts';
import { TEXT_CALLS, TEXT_METHODS } from './text.calls.ts';

/** `file_get_contents('https://…')`, `open('https://…')`: a file function fetches a URL. */
const fetching =
  (model: CallModel): CallModel =>
  (site) =>
    /^https?:/.test(site.args[0]?.text ?? '') ? NETWORK_CALLS.get('fetch')?.(site) : model(site);

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript']);

/** In JavaScript, creating a URL object sends nothing. In other languages, the call opens the URL. */
const addressed =
  (model: CallModel): CallModel =>
  (site) => {
    if (!SCRIPTS.has(site.unit.lang)) return fetching(model)(site);
    const [path, base] = site.args;
    if (/^https?:\/\//.test(path?.text ?? '')) return { ...(path ?? NOTHING), ref: ADDRESS_REF };
    if (!/^https?:\/\//.test(base?.text ?? '')) return model(site);
    return { ...fromValue(concat([base ?? NOTHING, path ?? NOTHING])), ref: ADDRESS_REF };
  };

/** A handle may be a connection or a file. The first model with a result wins. */
const handled = (name: string, file: CallModel): CallModel => {
  const network = NETWORK_CALLS.get(name);
  return network === undefined ? file : (site) => network(site) ?? file(site);
};

/** Models of functions by full name. */
export const CALLS: ReadonlyMap<string, CallModel> = new Map<string, CallModel>([
  ...TEXT_CALLS,
  ...SETTINGS_CALLS,
  ...[...FILE_CALLS].map(([name, model]) => [name, fetching(model)] as const),
  ...NETWORK_CALLS,
  ...CLIENT_CALLS,
  ...STRUCTURE_CALLS,
  ...PROCESS_CALLS,
  ...OTHER_CALLS,
  ...[...FILE_CALLS]
    .filter(([name]) => NETWORK_CALLS.has(name))
    .map(([name, model]) => [name, handled(name, model)] as const),
  ...[...FILE_CALLS].filter(([name]) => name === 'URL').map(([name, model]) => [name, addressed(model)] as const),
]);

/** Models of methods for any receiver. The first table with a result wins. */
export const METHODS: readonly ReadonlyMap<string, CallModel>[] = [
  SESSION_METHODS,
  CLIENT_METHODS,
  STRUCTURE_METHODS,
  OTHER_METHODS,
  PROCESS_METHODS,
  NETWORK_METHODS,
  FILE_METHODS,
  TEXT_METHODS,
];

/** `print(x, file=buffer)` writes to the buffer. */
export function writeInto(site: CallSite, receiver: CodeValue): void {
  for (const table of METHODS) table.get('write')?.({ ...site, receiver, method: 'write', callee: '.write' });
}
