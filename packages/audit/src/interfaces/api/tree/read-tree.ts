import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml';
import { API_LIMITS } from '../limits.ts';
import type { Entry, ListNode, MapNode, Place, Scalar, ScalarNode, TreeNode } from './node.ts';

type TreeProblem = { readonly at: Place; readonly message: string };

export type Tree = {
  readonly file: string;
  readonly text: string;
  /** The first document of the file; `null` when it cannot be read. */
  readonly root: TreeNode | null;
  /** The reason for a missing root. */
  readonly problem: TreeProblem | null;
  /** Duplicate keys: some parsers take the first value, others the last. */
  readonly doubled: readonly Place[];
  readonly documents: number;
};

/** Reads JSON or YAML with the place of every value. One parser serves both, because JSON is valid YAML. */
export function readTree(file: string, text: string): Tree {
  const empty = { file, text, root: null, doubled: [], documents: 0 };
  const fail = (message: string, offset = 0): Tree => ({
    ...empty,
    problem: { at: { file, start: offset, end: Math.min(offset + 1, text.length) }, message },
  });
  if (text.length > API_LIMITS.charsMax)
    return fail(`The document has more than ${API_LIMITS.charsMax} letters`, API_LIMITS.charsMax);
  try {
    const reader = new TreeReader(file, text, parseEvents(text, { maxDepth: API_LIMITS.depthMax }));
    const root = reader.read();
    return { file, text, root, problem: null, doubled: reader.doubled, documents: reader.documents };
  } catch (fault) {
    if (fault instanceof TreeFault) return fail(fault.message, fault.offset);
    if (fault instanceof YAMLException) return fail(sentenceOf(fault), fault.mark?.position ?? 0);
    throw fault;
  }
}

const sentenceOf = ({ reason }: YAMLException): string => {
  const words = reason.replace(/\s+/g, ' ').slice(0, 160);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

class TreeFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

type Read = { readonly node: TreeNode; readonly size: number; readonly depth: number };

class TreeReader {
  readonly doubled: Place[] = [];
  documents = 0;
  private at = 0;
  private readonly file: string;
  private readonly text: string;
  private readonly events: readonly Event[];
  private readonly anchors = new Map<string, Read | null>();

  constructor(file: string, text: string, events: readonly Event[]) {
    this.file = file;
    this.text = text;
    this.events = events;
  }

  read(): TreeNode | null {
    this.documents = this.events.filter(({ type }) => type === EVENT_ID.DOCUMENT).length;
    this.at = 1;
    const first = this.events[this.at];
    return first === undefined || first.type === EVENT_ID.POP ? null : this.value().node;
  }

  private next(): Event {
    const event = this.events[this.at];
    if (event === undefined) throw new TreeFault('The document ends too early', this.text.length);
    this.at += 1;
    return event;
  }

  private isEnd(): boolean {
    return this.events[this.at]?.type === EVENT_ID.POP;
  }

  private value(): Read {
    const event = this.next();
    if (event.type === EVENT_ID.ALIAS) return this.alias(event.anchorStart, event.anchorEnd);
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) throw new TreeFault('A value is missing', 0);
    const name = event.anchorStart === -1 ? undefined : this.text.slice(event.anchorStart, event.anchorEnd);
    if (name !== undefined) this.anchors.set(name, null);
    const read =
      event.type === EVENT_ID.SCALAR
        ? { node: this.scalar(event), size: 1, depth: 1 }
        : event.type === EVENT_ID.SEQUENCE
          ? this.list(event.start)
          : this.map(event.start);
    if (read.size > API_LIMITS.nodesMax)
      throw new TreeFault(`Written out, the document has more than ${API_LIMITS.nodesMax} values`, read.node.start);
    if (read.depth > API_LIMITS.depthMax)
      throw new TreeFault(`The document is nested deeper than ${API_LIMITS.depthMax}`, read.node.start);
    if (name !== undefined) this.anchors.set(name, read);
    return read;
  }

  /** Returns the same node: an alias is stored once and counted on every use. */
  private alias(start: number, end: number): Read {
    const name = this.text.slice(start, end);
    const read = this.anchors.get(name);
    if (read === undefined) throw new TreeFault(`Nothing is called "${name.slice(0, 40)}"`, start);
    if (read === null) throw new TreeFault(`"${name.slice(0, 40)}" holds itself`, start);
    return read;
  }

  private scalar(event: Extract<Event, { type: typeof EVENT_ID.SCALAR }>): ScalarNode {
    const { valueStart: start, valueEnd: end, style } = event;
    const written = getScalarValue(this.text, event);
    const isBlock = style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK;
    const isPlain = style === SCALAR_STYLE.PLAIN && event.tagStart === -1;
    return { kind: 'scalar', value: isPlain ? toScalar(written) : written, isBlock, file: this.file, start, end };
  }

  private list(start: number): Read {
    const items: TreeNode[] = [];
    let size = 1;
    let depth = 0;
    while (!this.isEnd()) {
      const read = this.value();
      items.push(read.node);
      size += read.size;
      depth = Math.max(depth, read.depth);
    }
    this.at += 1;
    const node: ListNode = { kind: 'list', items, file: this.file, start, end: items.at(-1)?.end ?? start };
    return { node, size, depth: depth + 1 };
  }

  private map(start: number): Read {
    const entries = new Map<string, Entry>();
    const merged: TreeNode[] = [];
    let size = 1;
    let depth = 0;
    let end = start;
    while (!this.isEnd()) {
      const name = this.value().node;
      const read = this.value();
      const at: Place = { file: this.file, start: name.start, end: name.end };
      const key = name.kind === 'scalar' ? String(name.value) : '';
      if (key === '<<') merged.push(...(read.node.kind === 'list' ? read.node.items : [read.node]));
      else {
        if (entries.has(key)) this.doubled.push(at);
        entries.set(key, { key, at, value: read.node });
      }
      size += read.size;
      depth = Math.max(depth, read.depth);
      end = Math.max(name.end, read.node.end);
    }
    this.at += 1;
    for (const from of merged)
      if (from.kind === 'map')
        for (const entry of from.entries.values()) if (!entries.has(entry.key)) entries.set(entry.key, entry);
    const node: MapNode = { kind: 'map', entries, file: this.file, start, end };
    return { node, size, depth: depth + 1 };
  }
}

/** Plain scalars by YAML's core schema. */
function toScalar(text: string): Scalar {
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (text === '' || /^(?:null|Null|NULL|~)$/.test(text)) return null;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? Number(text) : text;
}
