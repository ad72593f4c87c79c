import type { BundleAbout, Fact, FactKind, FactOf, Facts } from '../types/index.ts';

type ByKind = { [K in FactKind]?: FactOf<K>[] };

/** Facts by kind, and by kind within one file. */
export function createFactSet(all: readonly Fact[], about: BundleAbout): Facts {
  const byKind: ByKind = {};
  for (const fact of all) {
    // The key and the element come from the same fact, which the compiler cannot relate.
    const group = (byKind[fact.kind] ?? []) as Fact[];
    group.push(fact);
    Object.assign(byKind, { [fact.kind]: group });
  }
  const of = <K extends FactKind>(kind: K): readonly FactOf<K>[] => byKind[kind] ?? [];
  return { of, in: (file, kind) => of(kind).filter((fact) => fact.file === file), about };
}
