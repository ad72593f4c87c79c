import { classifyPath } from '../models/paths/path-class.ts';
import type {
  Discourse,
  DiscoursePort,
  Fact,
  FactKind,
  FactOf,
  FactValues,
  PathValue,
  SinkPosition,
  SinkValue,
  Span,
  Unit,
  UrlValue,
} from '../types/index.ts';
import { ReadLimits } from './read-limits.ts';
import { sourceOf, type Taint } from './value.ts';

/** Past it nothing more is written down, whatever file it is in. */
export const FACTS_LIMIT = 'facts';
const FACT_LIMITS = { factsMax: 50_000, flowsMax: 20_000, pathCharsMax: 16_384 } as const;

/** Where facts are written down. Equal facts at one place are kept once. */
export class Recorder {
  readonly facts: Fact[] = [];
  readonly limits: ReadLimits;
  private readonly seen = new Set<string>();
  private flows = 0;
  private readonly discourse: DiscoursePort;

  constructor(discourse: DiscoursePort, limits = new ReadLimits()) {
    this.discourse = discourse;
    this.limits = limits;
  }

  add<K extends FactKind>(kind: K, value: FactValues[K], unit: Unit, span: Span): void {
    const key = `${kind} ${span.view.id} ${span.start} ${span.end} ${keyOf(value)}`;
    if (this.seen.has(key)) return;
    // That something was not read is said however much was read.
    if (this.facts.length >= FACT_LIMITS.factsMax && kind !== 'integrity') {
      this.limit(FACTS_LIMIT, unit.file);
      return;
    }
    this.seen.add(key);
    this.facts.push(createFact(kind, value, unit, span, this.discourse));
  }

  /** What stands beyond this limit in this file was not followed. */
  limit(name: string, file: string): void {
    this.limits.note(name, file);
  }

  /** The first so many of a list; that there are more is written down. */
  take<T>(list: readonly T[], max: number, name: string, file: string): readonly T[] {
    if (list.length <= max) return list;
    this.limit(name, file);
    return list.slice(0, max);
  }

  path(path: string, access: PathValue['access'], unit: Unit, span: Span, content: string | null = null): void {
    if (path === '' || path.length > FACT_LIMITS.pathCharsMax) {
      if (path !== '') this.limit('letters of a path', unit.file);
      return;
    }
    this.add('path', { path, class: classifyPath(path), access, content }, unit, span);
  }

  url(url: UrlValue, unit: Unit, span: Span): void {
    this.add('url', url, unit, span);
  }

  /** One flow per source that reaches the sink. */
  flow(taints: readonly Taint[], sink: SinkValue, position: SinkPosition, unit: Unit, span: Span): void {
    for (const taint of taints) {
      this.flows += 1;
      if (this.flows > FACT_LIMITS.flowsMax) {
        this.limit('flow edges', unit.file);
        return;
      }
      const source = sourceOf(taint);
      const path = [taint.at, span];
      this.way({ source, sink, position, isEncoded: taint.isEncoded, path, throughAgent: false }, unit, span);
    }
  }

  /** A flow whose way is known already. */
  way(value: FactValues['flow'], unit: Unit, span: Span): void {
    this.add('flow', value, unit, span);
  }
}

/** Enough of a value to tell two facts at one place apart. Spans are cyclic through their views, so they stand apart. */
function keyOf(value: object): string {
  if ('steps' in value) return keyWithSpans(value, 'steps');
  return 'sink' in value && 'path' in value ? keyWithSpans(value, 'path') : JSON.stringify(value);
}

const keyWithSpans = (value: object, member: 'steps' | 'path'): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === member ? spanKey(inner) : inner));

const spanKey = (inner: unknown): unknown =>
  Array.isArray(inner) ? inner.map((span: Span) => `${span.view.id}:${span.start}`) : inner;

function createFact<K extends FactKind>(
  kind: K,
  value: FactValues[K],
  unit: Unit,
  span: Span,
  discourse: DiscoursePort,
): Fact {
  let context: Discourse | undefined;
  const fact: FactOf<K> = {
    kind,
    value,
    unit,
    span,
    file: span.view.file,
    reach: unit.reach,
    // Asked late: only facts that somebody looks at are classified.
    get context() {
      context ??= discourse.classify(span).context;
      return context;
    },
  };
  // The union of all FactOf<K> is Fact; the compiler cannot see it through the generic parameter.
  return fact as Fact;
}
