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

/** `file_get_contents('https://…')`, `open('https://…')`: a file by the name of an address is fetched. */
const fetching =
  (model: CallModel): CallModel =>
  (site) =>
    /^https?:/.test(site.args[0]?.text ?? '') ? NETWORK_CALLS.get('fetch')?.(site) : model(site);

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript']);

/** In scripts an address is an object that nothing is sent by; in other languages making one opens it. */
const addressed =
  (model: CallModel): CallModel =>
  (site) => {
    if (!SCRIPTS.has(site.unit.lang)) return fetching(model)(site);
    const [path, base] = site.args;
    if (/^https?:\/\//.test(path?.text ?? '')) return { ...(path ?? NOTHING), ref: ADDRESS_REF };
    if (!/^https?:\/\//.test(base?.text ?? '')) return model(site);
    return { ...fromValue(concat([base ?? NOTHING, path ?? NOTHING])), ref: ADDRESS_REF };
  };

/** A handle may be a connection or a file: the first model that knows it. */
const handled = (name: string, file: CallModel): CallModel => {
  const network = NETWORK_CALLS.get(name);
  return network === undefined ? file : (site) => network(site) ?? file(site);
};

/** What is known of functions by their full names. */
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

/** What is known of methods, whatever they are called on; the first table that answers. */
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

/** `print(x, file=buffer)`: it is in there from then on. */
export function writeInto(site: CallSite, receiver: CodeValue): void {
  for (const table of METHODS) table.get('write')?.({ ...site, receiver, method: 'write', callee: '.write' });
}
