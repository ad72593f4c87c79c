import { API_LIMITS } from '../limits.ts';
import { childOf, type MapNode, type Place, scalarOf, type TreeNode } from '../tree/node.ts';

/** A reference whose target was not read. */
export type Unfollowed = {
  readonly at: Place;
  readonly target: string;
  readonly why: 'elsewhere' | 'missing' | 'circle';
};

export type References = {
  /** The node itself, or the target of its `$ref`. */
  readonly resolve: (node: TreeNode | undefined) => TreeNode | undefined;
  readonly unfollowed: readonly Unfollowed[];
};

/** Reads another file of the same bundle. Other files are not accessible. */
type FindRoot = (path: string) => TreeNode | undefined;

export function createReferences(roots: FindRoot): References {
  const unfollowed = new Map<TreeNode, Unfollowed>();
  const known = new Map<TreeNode, TreeNode | undefined>();

  const step = (node: MapNode, target: string): TreeNode | undefined => {
    const note = (why: Unfollowed['why']): undefined => {
      const at = childOf(node, '$ref') ?? node;
      unfollowed.set(node, { at, target: target.slice(0, 200), why });
    };
    const [path = '', pointer = ''] = target.split('#', 2);
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(path)) return note('elsewhere');
    const root = roots(path === '' ? node.file : joinPath(node.file, path));
    if (root === undefined) return note('elsewhere');
    return findPointer(root, pointer) ?? note('missing');
  };

  const resolve = (node: TreeNode | undefined): TreeNode | undefined => {
    if (node === undefined || referenceOf(node) === undefined) return node;
    if (known.has(node)) return known.get(node);
    let at: TreeNode | undefined = node;
    for (let steps = 0; at?.kind === 'map' && steps < API_LIMITS.referencesMax; steps += 1) {
      const target = referenceOf(at);
      if (target === undefined) break;
      at = step(at, target);
    }
    if (at !== undefined && referenceOf(at) !== undefined) {
      unfollowed.set(node, { at: node, target: referenceOf(node) ?? '', why: 'circle' });
      at = undefined;
    }
    known.set(node, at);
    return at;
  };

  return {
    resolve,
    get unfollowed() {
      return [...unfollowed.values()];
    },
  };
}

export const referenceOf = (node: TreeNode): string | undefined => {
  const target = scalarOf(childOf(node, '$ref'));
  return typeof target === 'string' ? target : undefined;
};

/** Resolves a JSON pointer, also in the form of a URL fragment. */
function findPointer(root: TreeNode, pointer: string): TreeNode | undefined {
  let at: TreeNode | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    at = at?.kind === 'list' ? at.items[Number(key)] : childOf(at, key);
    if (at === undefined) return undefined;
  }
  return at;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function joinPath(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of decode(path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** Visits every node, so that an external `$ref` is reported even when nothing uses it. */
export function eachNode(root: TreeNode, visit: (node: TreeNode) => void): void {
  const seen = new Set<TreeNode>();
  const waiting: TreeNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    visit(node);
    if (node.kind === 'map') for (const { value } of node.entries.values()) waiting.push(value);
    else if (node.kind === 'list') for (const item of node.items) waiting.push(item);
  }
}
