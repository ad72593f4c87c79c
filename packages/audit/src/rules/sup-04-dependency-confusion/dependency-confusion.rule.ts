import { findPlaces, toOriginal } from '@assay/analysis/bundle/decode/view';
import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding, Rule, Span, UrlValue } from '@assay/analysis/types';

const INTERNAL =
  /^(?:@?(?:internal|corp|company|private)[-_/]|[\w-]*[-_](?:internal|corp|private)(?:[-_]|$)|(?:my)?corp[-_])/i;
const indexes = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(({ value }) => value.source === 'index' && isForeignIndex(value.url))
    .map(({ span, value }) => toIndexFinding(span, value.url));

const isForeignIndex = (url: UrlValue | null): url is UrlValue =>
  url !== null && url.host !== '' && url.origin !== 'package-index' && url.origin !== 'loopback';

/** An index nobody knows decides what every name means; in plain http anybody on the way does. */
const toIndexFinding = (at: Span, url: UrlValue | null): RawFinding => ({
  at,
  severity: url?.scheme === 'http' || isShadyOrigin(url?.origin ?? 'unknown') ? 'HIGH' : 'MEDIUM',
  confidence: 'firm',
  note: `Packages come from ${url?.host ?? ''}.`,
});

/** The index is changed for everything that follows. */
const registries = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .flatMap(({ span, value: { setsIndex } }) =>
      setsIndex !== undefined && isForeignIndex(setsIndex.url) ? [toIndexFinding(span, setsIndex.url)] : [],
    );

const INTERNAL_REGISTRY =
  /\b(?:install|pull|load|get|fetch)\w*\b[^.\n]{0,40}\bfrom (?:the |an? |our |your )?(?:internal|private|company|corporate) (?:package )?(?:registry|index|feed|mirror|repository)\b/gi;

/** An internal registry that nothing names: the tools will ask the public one. */
function unnamedRegistry(facts: Facts): RawFinding[] {
  const isNamed = facts.of('dependency').some(({ value }) => value.source === 'index');
  const place = [...facts.of('dependency'), ...facts.of('import')].find(({ file }) => file === facts.about.entry);
  if (isNamed || place === undefined) return [];
  const [at] = findPlaces(toOriginal(place.span).view, INTERNAL_REGISTRY);
  if (at === undefined) return [];
  return [
    {
      at,
      severity: 'HIGH',
      confidence: 'firm',
      note: 'No registry is named, so the public one answers.',
    },
  ];
}

/** A name that looks internal, installed or imported with nothing that says from where. */
const names = (facts: Facts): RawFinding[] => [
  ...facts
    .of('dependency')
    .filter(({ value }) => value.source === 'registry' && INTERNAL.test(value.name))
    .map(({ span, value }) => ({
      at: span,
      confidence: 'firm' as const,
      note: `${value.name} looks internal but would come from a public index.`,
    })),
  ...facts
    .of('import')
    .filter(
      ({ value, unit }) =>
        unit.lang === 'python' && INTERNAL.test(value.module) && !facts.about.files.has(`${value.module}.py`),
    )
    .map(({ span, value }) => ({
      at: span,
      severity: 'HIGH' as const,
      confidence: 'firm' as const,
      note: `${value.module} looks internal; whoever registers the name first decides what is imported.`,
    })),
];

export const dependencyConfusion = {
  id: 'SUP-04',
  title: 'Takes packages from a foreign or unnamed index',
  question: 'Dependency confusion: foreign index, internal-looking unpublished name?',
  category: 'SUP',
  family: 'supply-chain',
  kind: 'HINT',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-1357', 'CWE-829'],
  why: 'Whoever registers the name on the public index first decides what is installed.',
  fix: 'Pin the index for that name, or ship the package.',
  looksAt:
    'Extra indexes and registries on unknown hosts, on a command line or in `.npmrc`; names that look internal without an index of their own; packages "from the internal registry" when no registry is named.',
  blindTo: 'Scopes claimed in a registry setting.',
  falseAlarms: 'Wheel indexes of known vendors: low.',
  since: '2026.11',
  check: (facts) => [...indexes(facts), ...registries(facts), ...unnamedRegistry(facts), ...names(facts)],
} satisfies Rule;
