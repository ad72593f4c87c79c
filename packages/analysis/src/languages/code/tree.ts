import type { Tree } from 'web-tree-sitter';
import { CODE_LIMITS } from './ir.ts';

/** A tree-sitter tree, copied out of wasm once: plain objects are far cheaper to walk than node handles. */
export type TreeNode = {
  readonly type: string;
  readonly field: string;
  readonly start: number;
  readonly end: number;
  /** Named children only. */
  readonly children: readonly TreeNode[];
};

export type CopiedTree = { readonly root: TreeNode; readonly errorPermille: number; readonly isTruncated: boolean };

type Frame = { type: string; field: string; start: number; end: number; children: Frame[] };

export function copyTree(tree: Tree): CopiedTree {
  const cursor = tree.walk();
  const budget = { nodes: CODE_LIMITS.nodesMax, errorChars: 0, isCut: false };
  const root = copyNode(budget, 0);
  // Delete the cursor before its tree: if the garbage collector frees it later, it writes into freed memory.
  cursor.delete();
  const chars = Math.max(root.end - root.start, 1);
  return {
    root,
    errorPermille: Math.min(1000, Math.round((budget.errorChars * 1000) / chars)),
    isTruncated: budget.isCut,
  };

  function copyNode(left: typeof budget, depth: number): Frame {
    left.nodes -= 1;
    const node: Frame = {
      type: cursor.nodeType,
      field: cursor.currentFieldName ?? '',
      start: cursor.startIndex,
      end: cursor.endIndex,
      children: [],
    };
    if (node.type === 'ERROR') left.errorChars += node.end - node.start;
    if (!cursor.gotoFirstChild()) return node;
    const isOver = depth >= CODE_LIMITS.depthMax || left.nodes <= 0;
    do {
      if (isOver || left.nodes <= 0) left.isCut = true;
      else if (cursor.nodeIsNamed) node.children.push(copyNode(left, depth + 1));
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    return node;
  }
}

export const childAt = (node: TreeNode, field: string): TreeNode | undefined =>
  node.children.find((child) => child.field === field);

export const childrenAt = (node: TreeNode, field: string): TreeNode[] =>
  node.children.filter((child) => child.field === field);
