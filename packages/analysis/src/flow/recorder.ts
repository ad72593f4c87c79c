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

/** Past this limit the recorder accepts integrity facts only, from any file. */
export const FACTS_LIMIT = 'facts';
const FACT_LIMITS = { factsMax: 50_000, flowsMax: 20_000, pathCharsMax: 16_384 } as const;

/** Collects facts. Equal facts at one place are kept once. */
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
    // An unread file must be reported even when the limit is reached.
    if (this.facts.length >= FACT_LIMITS.factsMax && kind !== 'integrity') {
      this.limit(FACTS_LIMIT, unit.file);
      return;
    }
    this.seen.add(key);
    this.facts.push(createFact(kind, value, unit, span, this.discourse));
  }

  /** Notes that the content of a file beyond a limit was not analysed. */
  limit(name: string, file: string): void {
    this.limits.note(name, file);
  }

  /** The first `max` items of a list. Notes the limit when there are more. */
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

  /** Records a flow whose path is already known. */
  way(value: FactValues['flow'], unit: Unit, span: Span): void {
    this.add('flow', value, unit, span);
  }
}

/** A key that tells two facts at one place apart. Spans are cyclic through their views and need their own form. */
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
    // Evaluated lazily: only the facts that a rule reads are classified.
    get context() {
      context ??= discourse.classify(span).context;
      return context;
    },
  };
  // The union of all FactOf<K> is Fact; the compiler cannot see it through the generic parameter.
  return fact as Fact;
}
