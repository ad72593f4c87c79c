import { mergeTaints } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, refersTo, withTaints } from './code-value.ts';
import { PROCESS_CALLS } from './process.calls.ts';

const flat = (values: readonly CodeValue[]): CodeValue[] =>
  values.flatMap((value) => (value.items === null ? [value] : [...value.items]));

/**
 * Follows a function that starts programs and is passed to another function as a callback: `Thread(target=os.system, args=…)`,
 * `map(os.system, …)`, `atexit.register(…)`, `execSync.call(null, …)`. The callback receives the other arguments of the call.
 */
export function callHandedOver(site: CallSite): CodeValue | undefined {
  if (site.method === '__call__' && site.receiver.ref !== null) {
    callAs(site, site.receiver.ref, site.args);
    return undefined;
  }
  const given = [...site.args, ...site.named.values()];
  const promised = callTarget(site);
  for (const value of given)
    if (value.ref !== null && value.text === null)
      callAs(site, value.ref, flat([...given.filter((one) => one !== value), ...passedOn(site)]));
  return promised;
}

/** Calls that return the result of the function, possibly as a future. */
const PROMISES = /^(?:submit|run_in_executor|apply_async)$/;
/** Calls that take the arguments of the function as one list. */
const IN_A_LIST = /^(?:start_new_thread|apply_async)$/;

/** `Thread(target=send, args=(data,))`, `pool.submit(send, data)`: calls the function with these arguments. */
function callTarget(site: CallSite): CodeValue | undefined {
  const target =
    site.named.get('target') ??
    (/^(?:submit|start_new_thread|call_soon|run_in_executor|register|apply_async)$/.test(site.method)
      ? site.args.find(({ fn }) => fn !== null)
      : undefined);
  if (target?.fn == null) return undefined;
  const behind = site.args.slice(site.args.indexOf(target) + 1);
  const words = site.named.get('args')?.items ?? (IN_A_LIST.test(site.method) ? flat(behind) : behind);
  const value = site.call(target.fn, words);
  const place = site.method === 'run_in_executor' ? 1 : 0;
  if (!PROMISES.test(site.method) || site.args.indexOf(target) !== place) return undefined;
  // Keyword arguments are not passed to the function here, so the result carries their taints.
  const taints = mergeTaints([value.taints, ...[...site.named.values()].map((one) => one.taints)]);
  return { ...withTaints(taints), isDecoded: value.isDecoded };
}

/** The value that a promise, a list or a stream passes to its callback. */
const passedOn = ({ method, receiver }: CallSite): CodeValue[] =>
  /^(?:then|forEach|map|pipe)$/.test(method) ? [receiver] : [];

function callAs(site: CallSite, callee: string, args: readonly CodeValue[]): void {
  const model = PROCESS_CALLS.get(callee);
  const isTelling = args.some(({ text, taints }) => text !== null || taints.length > 0);
  if (model === undefined || !isTelling) return;
  model({ ...site, callee, method: callee.split('.').at(-1) ?? callee, args, named: new Map(), receiver: NOTHING });
}

const TABLES = /^(?:globals|locals|vars)$/;

/** Calls that give access to a module or a function under another name; `undefined` for any other call. */
export function reachedByName(site: CallSite): CodeValue | undefined {
  const [first] = site.args;
  if (site.callee === 'vars' && first !== undefined && first.ref !== null) return first;
  if (TABLES.test(site.callee)) return refersTo(`${site.callee}()`);
  if (/(?:^|\.)createRequire$/.test(site.callee)) return refersTo('require');
  return undefined;
}

/** `globals()["os"]`: the key is the name of a variable. */
export const isNameTable = (ref: string | null): boolean => ref !== null && /^(?:globals|locals|vars)\(\)$/.test(ref);
