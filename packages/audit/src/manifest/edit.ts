import { type ManifestEdit, type ManifestInput, toJsonPointer } from '@assay/protocol';

type List = 'capabilities' | 'externalCalls' | 'secrets' | 'tools';

/** Sets a member of `safety`, which may not exist yet. */
export function setting(
  { safety }: ManifestInput,
  [outer, member]: readonly ['safety', 'network' | 'filesystem'],
  value: string,
): ManifestEdit {
  if (safety === undefined) return { op: 'add', path: `/${outer}`, value: { [member]: value } };
  return { op: safety[member] === undefined ? 'add' : 'replace', path: toJsonPointer([outer, member]), value };
}

/** Appends a value to a list, or creates the list. */
export const adding = (input: ManifestInput, list: List, value: string, all: readonly string[]): ManifestEdit =>
  input[list] === undefined
    ? { op: 'add', path: `/${list}`, value: [...all] }
    : { op: 'add', path: `/${list}/-`, value };
