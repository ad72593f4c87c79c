import { mergeTaints } from '../value.ts';
import type { CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, refersTo, withTaints } from './code-value.ts';
import { PROCESS_CALLS } from './process.calls.ts';

const flat = (values: readonly CodeValue[]): CodeValue[] =>
  values.flatMap((value) => (value.items === null ? [value] : [...value.items]));

/**
 * A function that starts programs is handed to another function, which will call it: `Thread(target=os.system, args=…)`,
 * `map(os.system, …)`, `atexit.register(…)`, `execSync.call(null, …)`. Whoever calls it, it is called with what is there.
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

/** Calls that give what the function gives, sooner or later. */
const PROMISES = /^(?:submit|run_in_executor|apply_async)$/;
/** Calls that take the words for the function as one list. */
const IN_A_LIST = /^(?:start_new_thread|apply_async)$/;

/** `Thread(target=send, args=(data,))`, `pool.submit(send, data)`: the function is called with what is there. */
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
  // Words by name are not handed on here: they may come back.
  const taints = mergeTaints([value.taints, ...[...site.named.values()].map((one) => one.taints)]);
  return { ...withTaints(taints), isDecoded: value.isDecoded };
}

/** What a promise or a list gives to whom it calls. */
const passedOn = ({ method, receiver }: CallSite): CodeValue[] =>
  /^(?:then|forEach|map|pipe)$/.test(method) ? [receiver] : [];

function callAs(site: CallSite, callee: string, args: readonly CodeValue[]): void {
  const model = PROCESS_CALLS.get(callee);
  const isTelling = args.some(({ text, taints }) => text !== null || taints.length > 0);
  if (model === undefined || !isTelling) return;
  model({ ...site, callee, method: callee.split('.').at(-1) ?? callee, args, named: new Map(), receiver: NOTHING });
}

const TABLES = /^(?:globals|locals|vars)$/;

/** Ways to reach a module or a function by another name than its own; `undefined` for any other call. */
export function reachedByName(site: CallSite): CodeValue | undefined {
  const [first] = site.args;
  if (site.callee === 'vars' && first !== undefined && first.ref !== null) return first;
  if (TABLES.test(site.callee)) return refersTo(`${site.callee}()`);
  if (/(?:^|\.)createRequire$/.test(site.callee)) return refersTo('require');
  return undefined;
}

/** `globals()["os"]`: the name behind the key. */
export const isNameTable = (ref: string | null): boolean => ref !== null && /^(?:globals|locals|vars)\(\)$/.test(ref);
