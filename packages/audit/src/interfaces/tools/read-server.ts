import { derivedView, type ViewIds } from '@assay/analysis/bundle/decode/view';
import type { View } from '@assay/analysis/types';
import { type JsonNode, memberOf, type ObjectNode, type StringNode, stringsIn, textAt } from './json/node.ts';
import { TOOL_LIMITS } from './limits.ts';
import {
  insideQuotes,
  type Launch,
  type Offer,
  type Package,
  type Remote,
  type ServerFile,
  spanOf,
  type Text,
} from './server.ts';

/** Finds a server's offers anywhere in a document: an answer to tools/list, a registry's card, a host's settings. */
export function readServer(view: View, root: JsonNode, ids: ViewIds): ServerFile {
  const work: Work = { view, ids, offers: [], taken: new Set(), launches: [], packages: [], remotes: [] };
  collect(work, root, '', 0);
  const card = textsOf(work, root, work.taken);
  const kept = work.offers.slice(0, TOOL_LIMITS.toolsMax);
  return {
    file: view.file,
    view,
    root,
    name: nameOf(root),
    offers: kept.map((found) => toOffer(work, found)),
    unread: work.offers.length - kept.length,
    launches: work.launches,
    packages: work.packages,
    remotes: work.remotes,
    card,
  };
}

type Found = { readonly kind: Offer['kind']; readonly node: ObjectNode; readonly key: StringNode | undefined };
type Work = {
  readonly view: View;
  readonly ids: ViewIds;
  readonly offers: Found[];
  readonly taken: Set<JsonNode>;
  readonly launches: Launch[];
  readonly packages: Package[];
  readonly remotes: Remote[];
};

const KIND_OF_KEY: Readonly<Record<string, Offer['kind']>> = {
  tools: 'tool',
  functions: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  resourcetemplates: 'resource',
  resource_templates: 'resource',
};
const SCHEMA_KEYS = ['inputSchema', 'input_schema', 'parameters', 'inputschema', 'schema'] as const;

const schemaOf = (node: ObjectNode): JsonNode | undefined =>
  SCHEMA_KEYS.map((key) => memberOf(node, key)).find((found) => found !== undefined);

/** Unwraps a tool in the format of other interfaces: `{ type: "function", function: { … } }`. */
function unwrap(node: JsonNode): ObjectNode | undefined {
  if (node.kind !== 'object') return undefined;
  const inner = memberOf(node, 'function');
  return inner?.kind === 'object' && textAt(node, 'name') === undefined ? inner : node;
}

const looksLikeTool = (node: JsonNode): boolean => {
  const tool = unwrap(node);
  if (tool === undefined || textAt(tool, 'name') === undefined) return false;
  return (
    schemaOf(tool)?.kind === 'object' ||
    (memberOf(tool, 'arguments')?.kind === 'array' && textAt(tool, 'description') !== undefined)
  );
};

function collect(work: Work, node: JsonNode, key: string, depth: number): void {
  if (depth > TOOL_LIMITS.listDepthMax) return;
  const kind = KIND_OF_KEY[key.toLowerCase()] ?? 'tool';
  const isNamedList = KIND_OF_KEY[key.toLowerCase()] !== undefined;
  if (node.kind === 'array') {
    const offered = node.items.filter((item) => (isNamedList ? item.kind === 'object' : looksLikeTool(item)));
    for (const item of offered) take(work, { kind, node: unwrap(item) as ObjectNode, key: undefined }, item);
    for (const item of node.items) if (!work.taken.has(item)) collect(work, item, '', depth + 1);
    return;
  }
  if (node.kind !== 'object') return;
  if (isNamedList && isMapOfOffers(node)) {
    for (const { key: name, value } of node.members)
      if (value.kind === 'object') take(work, { kind, node: value, key: name }, value);
    return;
  }
  if (depth === 0 && looksLikeTool(node)) {
    take(work, { kind: 'tool', node: unwrap(node) as ObjectNode, key: undefined }, node);
    return;
  }
  readPlaces(work, node);
  for (const { key: name, value } of node.members) collect(work, value, name.value, depth + 1);
}

const isMapOfOffers = (node: ObjectNode): boolean =>
  node.members.some(
    ({ value }) =>
      value.kind === 'object' && (schemaOf(value) !== undefined || textAt(value, 'description') !== undefined),
  );

function take(work: Work, found: Found, outer: JsonNode): void {
  work.taken.add(outer);
  work.offers.push(found);
}

function toOffer(work: Work, { kind, node, key }: Found): Offer {
  const named = memberOf(node, 'name') ?? memberOf(node, 'uri') ?? memberOf(node, 'uriTemplate');
  const nameNode = named?.kind === 'string' ? named : key;
  return {
    kind,
    name: nameNode?.value ?? '',
    description: textAt(node, 'description') ?? '',
    file: work.view.file,
    node,
    at:
      nameNode === undefined
        ? spanOf(work.view, { start: node.start, end: node.start + 1 })
        : insideQuotes(work.view, nameNode),
    texts: [...(key === undefined ? [] : [toText(work, key, ['name'], true)]), ...textsOf(work, node, new Set())],
    annotations: memberOf(node, 'annotations'),
  };
}

function textsOf(work: Work, node: JsonNode, except: ReadonlySet<JsonNode>): Text[] {
  const texts: Text[] = [];
  const skipped = [...except].map(({ start, end }) => ({ start, end })).sort((a, b) => a.start - b.start);
  let next = 0;
  for (const found of stringsIn(node)) {
    while ((skipped[next]?.end ?? Number.POSITIVE_INFINITY) <= found.node.start) next += 1;
    const hole = skipped[next];
    if (hole !== undefined && found.node.start >= hole.start) continue;
    if (found.node.value !== '') texts.push(toText(work, found.node, found.path, found.isKey));
  }
  return texts;
}

const toText = ({ ids, view }: Work, node: StringNode, path: readonly string[], isKey: boolean): Text => ({
  view: derivedView(ids, view, node.text, null),
  path,
  isKey,
});

const nameOf = (root: JsonNode): string => {
  const info =
    memberOf(root, 'serverInfo') ?? memberOf(memberOf(root, 'result'), 'serverInfo') ?? memberOf(root, 'server');
  return textAt(root, 'name') ?? textAt(info, 'name') ?? textAt(root, 'serverName') ?? '';
};

const URL_KEYS = ['url', 'endpoint', 'serverUrl', 'server_url', 'uri', 'baseUrl'] as const;
const REGISTRY_KEYS = ['registryType', 'registry_type', 'registry_name', 'registry'] as const;

/** Reads the server's start command, packages and endpoints. */
function readPlaces(work: Work, node: ObjectNode): void {
  const at = (inner: JsonNode) => spanOf(work.view, inner);
  const command = memberOf(node, 'command');
  const args = memberOf(node, 'args');
  if (command?.kind === 'string') {
    const more = args?.kind === 'array' ? args.items.flatMap((one) => (one.kind === 'string' ? [one.value] : [])) : [];
    const given = args === undefined ? splitWords(command.value) : [command.value, ...more];
    work.launches.push({
      at: { view: work.view, start: command.start, end: Math.max(command.end, args?.end ?? 0) },
      words: given,
    });
  }
  for (const key of ['install', 'installation', 'installCommand', 'install_command', 'setup', 'start', 'run']) {
    const line = memberOf(node, key);
    for (const one of line?.kind === 'array' ? line.items : line === undefined ? [] : [line])
      if (one.kind === 'string' && /\s/.test(one.value.trim()))
        work.launches.push({ at: at(one), words: splitWords(one.value) });
  }
  const ecosystem = REGISTRY_KEYS.map((key) => textAt(node, key)).find((found) => found !== undefined);
  const name = memberOf(node, 'identifier') ?? memberOf(node, 'name');
  if (ecosystem !== undefined && name?.kind === 'string')
    work.packages.push({ at: at(name), ecosystem, name: name.value, version: textAt(node, 'version') });
  const url = URL_KEYS.map((key) => memberOf(node, key)).find((found) => found?.kind === 'string');
  if (url?.kind === 'string' && isEndpoint(node, url.value))
    work.remotes.push({ at: insideQuotes(work.view, url), url: url.value, node });
}

const ENDPOINT_HINTS = [
  'type',
  'transport',
  'transport_type',
  'transportType',
  'headers',
  'auth',
  'authorization',
  'authentication',
];

/** The project page is not an endpoint. An address with a transport or in a host's settings is. */
const isEndpoint = (node: ObjectNode, url: string): boolean =>
  /^(?:https?|wss?):\/\//i.test(url) &&
  (ENDPOINT_HINTS.some((key) => memberOf(node, key) !== undefined) || /\/(?:mcp|sse)\b/i.test(url)) &&
  textAt(node, 'source') === undefined;

const splitWords = (line: string): string[] =>
  line.match(/"[^"]*"|'[^']*'|\S+/g)?.map((word) => word.replace(/^["']|["']$/g, '')) ?? [];
