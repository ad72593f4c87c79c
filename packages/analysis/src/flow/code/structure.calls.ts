import { rowsOf, tableOf } from '../../models/table.ts';
import { mergeTaints } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { type CodeValue, either, list, NOTHING, text, withTaints } from './code-value.ts';
import { elementsOf } from './fold.ts';

const ENTRIES_MAX = 200;

const fieldsOf = (value: CodeValue): (readonly [string, CodeValue])[] | undefined =>
  value.entries === null || value.entries.size > ENTRIES_MAX ? undefined : [...value.entries];

const pairs = (value: CodeValue | undefined): CodeValue | undefined => {
  const fields = value === undefined ? undefined : fieldsOf(value);
  return fields === undefined ? undefined : list(fields.map(([name, inner]) => list([text(name), inner])));
};

const values = (value: CodeValue | undefined): CodeValue | undefined => {
  const fields = value === undefined ? undefined : fieldsOf(value);
  return fields === undefined ? undefined : list(fields.map(([, inner]) => inner));
};

const FOLDED_MAX = 200;

/** `list.reduce(fn, start)`: calls the function for each element with the result so far. */
function folded(site: CallSite, over: CodeValue, by: CodeValue | undefined, start: CodeValue): CodeValue | undefined {
  const fn = by?.fn ?? null;
  if (fn === null) return undefined;
  const { items } = elementsOf(over);
  if (items === null || items.length > FOLDED_MAX) {
    const once = site.call(fn, [start, withTaints(over.taints)]);
    return { ...once, taints: mergeTaints([once.taints, over.taints, start.taints]) };
  }
  return items.reduce((before, item, index) => site.call(fn, [before, item, text(String(index))]), start);
}

const foldMethod: CallModel = (site) => folded(site, site.receiver, site.args[0], site.args[1] ?? NOTHING);
const foldCall: CallModel = (site) => folded(site, site.args[1] ?? NOTHING, site.args[0], site.args[2] ?? NOTHING);

/** `list.flatMap(fn)`: the results for all elements in one list. */
const flattened: CallModel = (site) => {
  const fn = site.args[0]?.fn ?? null;
  if (fn === null) return undefined;
  const items = site.receiver.items ?? [site.receiver];
  const made = items.slice(0, FOLDED_MAX).map((item, index) => site.call(fn, [item, text(String(index))]));
  return list(made.flatMap((value) => value.items ?? [value]));
};

/** A stream with functions that process each chunk. */
const streamMade: CallModel = ({ args: [told] }) => (told?.entries == null ? undefined : told);

const pipedInto: CallModel = (site) => {
  const [target] = site.args;
  const fns = ['transform', 'write', 'flush'].flatMap((name) => target?.entries?.get(name)?.fn ?? []);
  if (fns.length === 0) return undefined;
  return either([...fns.map((fn) => site.call(fn, [site.receiver])), withTaints(site.receiver.taints)]);
};

/** Calls that decompose or create a structure, by resolved name. */
export const STRUCTURE_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['Object.entries', ({ args }) => pairs(args[0])],
  ['Object.values', ({ args }) => values(args[0])],
  ['functools.reduce', foldCall],
  ...rowsOf(streamMade, 'Transform stream.Transform Writable stream.Writable TransformStream WritableStream'),
]);

export const STRUCTURE_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['items', ({ receiver, args }) => (args.length === 0 ? pairs(receiver) : undefined)],
  ['entries', ({ receiver, args }) => (args.length === 0 ? pairs(receiver) : undefined)],
  ['values', ({ receiver, args }) => (args.length === 0 ? values(receiver) : undefined)],
  ['flatMap', flattened],
  ['flat_map', flattened],
  ['reduce', foldMethod],
  ['reduceRight', foldMethod],
  ...rowsOf(pipedInto, 'pipe pipeTo pipeThrough'),
]);
