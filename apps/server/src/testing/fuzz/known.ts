/** Ids from earlier answers by kind, because a request with an unknown id ends at a 404. */
import type { KnownValue } from './hostile.ts';

const PER_KIND_MAX = 300;
const NAME = /^[A-Za-z0-9_:.+/=-]{8,512}$/;

export type KnownIds = ReturnType<typeof createKnownIds>;

export function createKnownIds() {
  const byKind = new Map<string, Set<string>>();

  function add(kind: string, value: string): void {
    const some = byKind.get(kind) ?? new Set();
    if (some.size < PER_KIND_MAX) some.add(value);
    byKind.set(kind, some);
  }

  function walk(value: unknown, kind: string): void {
    if (Array.isArray(value)) for (const item of value) walk(item, kind);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const own = name === 'items' ? kind : kindOf(name, kind);
      if (typeof member === 'string' && NAME.test(member) && /\d/.test(member)) add(own, member);
      else walk(member, name === 'items' || name === 'result' ? kind : singular(name));
    }
  }

  return {
    /** Collects from the answer to a request for `path`, where `id` identifies the subject of the path. */
    collect(path: string, text: string): void {
      if (!text.startsWith('{') && !text.startsWith('[')) return;
      walk(JSON.parse(text), kindOfPath(path));
    },
    resolve({ pattern, kind, choice, fallback }: KnownValue): string {
      const kinds = [...byKind].filter(([name]) => kind !== '' && (kind.endsWith(name) || name.endsWith(kind)));
      const likely = fitting(kinds, pattern);
      const some = likely.length > 0 ? likely : fitting([...byKind], pattern);
      return some[choice % Math.max(1, some.length)] ?? fallback;
    },
  };
}

const fitting = (kinds: readonly (readonly [string, ReadonlySet<string>])[], pattern: RegExp): string[] =>
  kinds.flatMap(([, some]) => [...some].filter((text) => pattern.test(text)));

const singular = (name: string): string =>
  name
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/sses$/, 'ss')
    .replace(/([^s])s$/, '$1');

/** `toActorId` and `actor_id` identify an actor; `id` identifies the surrounding entity. */
export function kindOf(name: string, around: string): string {
  if (name === 'id') return around;
  return singular(name.replace(/_?[iI]ds?$/, '').replaceAll('_', ''));
}

/** `/businesses/:id/payroll` is about a business at the position of its parameter. */
export function kindOfPath(path: string, parameter?: string): string {
  const steps = path.split('?', 1)[0]?.split('/') ?? [];
  const at = parameter === undefined ? steps.length : steps.indexOf(`:${parameter}`);
  const before = steps.slice(0, at).findLast((step) => /^[a-z-]{4,}$/.test(step)) ?? '';
  return singular(before.replaceAll('-', ''));
}
