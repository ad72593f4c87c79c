import { childOf, type Entry, entriesOf, itemsOf, type Place, type TreeNode, textAt, textOf } from '../tree/node.ts';
import type { References } from './references.ts';

type Scheme = {
  readonly name: string;
  readonly at: Place;
  readonly type: string;
  /** `basic`, `bearer`, … of an `http` scheme. */
  readonly scheme: string;
  /** Location of an API key. */
  readonly in: string;
  readonly keyName: string;
  readonly node: TreeNode;
};
export type Schemes = ReadonlyMap<string, Scheme>;

type Requirement = {
  readonly schemes: readonly { readonly name: string; readonly scopes: readonly string[] }[];
};

export type Security = {
  /** Place of the statement; `null` without one. */
  readonly at: Place | null;
  /** Any one of these is sufficient. */
  readonly requirements: readonly Requirement[];
  /** Requests without a credential are accepted. */
  readonly isOpen: boolean;
  /** The operation states its own requirements instead of inheriting them from the document. */
  readonly isOwn: boolean;
};

export function readSecurity(root: TreeNode, resolve: References['resolve']) {
  const declared = [
    ...entriesOf(childOf(childOf(root, 'components'), 'securitySchemes')),
    ...entriesOf(childOf(root, 'securityDefinitions')),
  ];
  const schemes: Schemes = new Map(declared.map((entry) => [entry.key, toScheme(entry, resolve)]));
  const shared = childOf(root, 'security');
  return {
    schemes,
    of(operation: TreeNode, kind: 'path' | 'webhook' | 'callback'): Security {
      const own = childOf(operation, 'security');
      // Requirements of the document apply to its own callers, not to webhooks and callbacks.
      return toSecurity(own ?? (kind === 'path' ? shared : undefined), schemes, own !== undefined);
    },
  };
}

function toScheme({ key, at, value }: Entry, resolve: References['resolve']): Scheme {
  const node = resolve(value) ?? value;
  const type = textAt(node, 'type');
  return {
    name: key,
    at,
    // In Swagger 2, HTTP Basic is a separate type.
    type: type === 'basic' ? 'http' : type,
    scheme: (type === 'basic' ? 'basic' : textAt(node, 'scheme')).toLowerCase(),
    in: textAt(node, 'in'),
    keyName: textAt(node, 'name'),
    node,
  };
}

/** Undeclared schemes protect nothing, because the service cannot check them. */
function toSecurity(node: TreeNode | undefined, schemes: Schemes, isOwn: boolean): Security {
  if (node === undefined) return { at: null, requirements: [], isOpen: true, isOwn };
  const requirements = itemsOf(node).map(
    (item): Requirement => ({
      schemes: entriesOf(item)
        .filter(({ key }) => schemes.has(key))
        .map(({ key, value }) => ({ name: key, scopes: itemsOf(value).map(textOf) })),
    }),
  );
  const isOpen = requirements.length === 0 || requirements.some(({ schemes: needed }) => needed.length === 0);
  return { at: node, requirements, isOpen, isOwn };
}
