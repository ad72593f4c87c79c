import { type Document, isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import { nestsDeeper } from '../../languages/code/nesting.ts';

const YAML_LIMITS = { charsMax: 524_288, nestingMax: 64, documentsMax: 2_000, aliasesMax: 1_000 } as const;

/** A value of a YAML file with its position. A literal block keeps its lines as written. */
export type YamlNode =
  | { readonly kind: 'map'; readonly entries: readonly (readonly [string, YamlNode])[]; readonly start: number }
  | { readonly kind: 'list'; readonly items: readonly YamlNode[]; readonly start: number }
  | { readonly kind: 'text'; readonly text: string; readonly start: number; readonly end: number };

/** The documents of a file as plain trees; empty when it is not valid YAML. `onCut` is called when a limit is exceeded. */
export function parseYaml(text: string, onCut: () => void): YamlNode[] {
  if (text.length > YAML_LIMITS.charsMax || nestsDeeper(text, YAML_LIMITS.nestingMax)) {
    onCut();
    return [];
  }
  try {
    const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false });
    if (!Array.isArray(documents)) return [];
    if (documents.length > YAML_LIMITS.documentsMax) onCut();
    return documents.slice(0, YAML_LIMITS.documentsMax).flatMap((document) => {
      const node = toNode(document.contents, { text, document, left: YAML_LIMITS.aliasesMax, onCut }, 0);
      return node === undefined ? [] : [node];
    });
  } catch {
    return []; // not valid YAML
  }
}

const DEPTH_MAX = 24;

/** The document to convert and the number of its aliases that may still be resolved. */
type Source = { readonly text: string; readonly document: Document; left: number; readonly onCut: () => void };

function toNode(node: unknown, source: Source, depth: number): YamlNode | undefined {
  if (depth > DEPTH_MAX) {
    source.onCut();
    return undefined;
  }
  if (isAlias(node)) return aliased(node.resolve(source.document), source, depth);
  if (isMap(node)) {
    const entries = node.items.flatMap(({ key, value }): (readonly [string, YamlNode])[] => {
      const inner = toNode(value, source, depth + 1);
      const name = isScalar(key) ? String(key.value) : '';
      // A merge key, `<<: *base`, adds the entries of the other map.
      if (name === '<<' && inner?.kind === 'map') return [...inner.entries];
      return inner === undefined ? [] : [[name, inner]];
    });
    return { kind: 'map', entries, start: node.range?.[0] ?? 0 };
  }
  if (isSeq(node)) {
    const items = node.items.flatMap((item) => toNode(item, source, depth + 1) ?? []);
    return { kind: 'list', items, start: node.range?.[0] ?? 0 };
  }
  return isScalar(node) ? toText(node, source.text) : undefined;
}

/** Resolves an alias to its anchor, up to the limit of the document. */
function aliased(target: unknown, source: Source, depth: number): YamlNode | undefined {
  source.left -= 1;
  if (source.left >= 0) return toNode(target, source, depth + 1);
  source.onCut();
  return undefined;
}

function toText(node: { value: unknown; type?: string; range?: readonly number[] | null }, text: string): YamlNode {
  const [from = 0, to = from] = node.range ?? [];
  const isBlock = node.type === 'BLOCK_LITERAL';
  // The lines of a folded block are one line in its value.
  if (node.type === 'BLOCK_FOLDED') return { kind: 'text', text: String(node.value ?? ''), start: from, end: to };
  if (!isBlock) {
    const value = String(node.value ?? '');
    const at = text.indexOf(value, from);
    return at === -1 || at > to
      ? { kind: 'text', text: value, start: from, end: to }
      : { kind: 'text', text: value, start: at, end: at + value.length };
  }
  const start = text.indexOf('\n', from) + 1;
  return { kind: 'text', text: text.slice(start, to), start, end: to };
}

export const childOf = (node: YamlNode | undefined, key: string): YamlNode | undefined =>
  node?.kind === 'map' ? node.entries.find(([name]) => name === key)?.[1] : undefined;

export const entriesOf = (node: YamlNode | undefined): readonly (readonly [string, YamlNode])[] =>
  node?.kind === 'map' ? node.entries : [];

export const itemsOf = (node: YamlNode | undefined): readonly YamlNode[] => (node?.kind === 'list' ? node.items : []);

export const textOf = (node: YamlNode | undefined): string => (node?.kind === 'text' ? node.text : '');

/** Converts a tree to the plain value that a program reads from the file. */
export function plainOf(node: YamlNode | undefined): unknown {
  if (node?.kind === 'map') return Object.fromEntries(node.entries.map(([key, value]) => [key, plainOf(value)]));
  return node?.kind === 'list' ? node.items.map(plainOf) : node?.text;
}
