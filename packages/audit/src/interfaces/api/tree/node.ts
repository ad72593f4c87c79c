export type Place = { readonly file: string; readonly start: number; readonly end: number };

export type Scalar = string | number | boolean | null;
export type ScalarNode = Place & {
  readonly kind: 'scalar';
  readonly value: Scalar;
  /** Written over several lines, one line of the text for each of the value. */
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

/** Text as a reader of the document would print it; nothing for what is no scalar. */
export const textOf = (node: TreeNode | undefined): string => {
  const value = scalarOf(node);
  return value === undefined || value === null ? '' : String(value);
};

export const textAt = (node: TreeNode | undefined, key: string): string => textOf(childOf(node, key));

export const isTrueAt = (node: TreeNode | undefined, key: string): boolean => scalarOf(childOf(node, key)) === true;
