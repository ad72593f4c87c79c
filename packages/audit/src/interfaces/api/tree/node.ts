export type Place = { readonly file: string; readonly start: number; readonly end: number };

export type Scalar = string | number | boolean | null;
export type ScalarNode = Place & {
  readonly kind: 'scalar';
  readonly value: Scalar;
  /** Spans several lines, with one line of the file per line of the value. */
  readonly isBlock: boolean;
};
export type ListNode = Place & { readonly kind: 'list'; readonly items: readonly TreeNode[] };
export type Entry = { readonly key: string; readonly at: Place; readonly value: TreeNode };
export type MapNode = Place & { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Entry> };
export type TreeNode = ScalarNode | ListNode | MapNode;

const entryOf = (node: TreeNode | undefined, key: string): Entry | undefined =>
  node?.kind === 'map' ? node.entries.get(key) : undefined;

export const childOf = (node: TreeNode | undefined, key: string): TreeNode | undefined => entryOf(node, key)?.value;

export const entriesOf = (node: TreeNode | undefined): readonly Entry[] =>
  node?.kind === 'map' ? [...node.entries.values()] : [];

export const itemsOf = (node: TreeNode | undefined): readonly TreeNode[] => (node?.kind === 'list' ? node.items : []);

export const scalarOf = (node: TreeNode | undefined): Scalar | undefined =>
  node?.kind === 'scalar' ? node.value : undefined;

/** The printed form of a scalar; empty for any other node. */
export const textOf = (node: TreeNode | undefined): string => {
  const value = scalarOf(node);
  return value === undefined || value === null ? '' : String(value);
};

export const textAt = (node: TreeNode | undefined, key: string): string => textOf(childOf(node, key));

export const isTrueAt = (node: TreeNode | undefined, key: string): boolean => scalarOf(childOf(node, key)) === true;
