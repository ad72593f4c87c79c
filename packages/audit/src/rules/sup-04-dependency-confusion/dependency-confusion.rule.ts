import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { Facts, RawFinding, Span, UrlValue } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const indexes = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(({ value }) => value.source === 'index' && isForeignIndex(value.url))
    .map(({ span, value }) => toIndexFinding(span, value.url));

const isForeignIndex = (url: UrlValue | null): url is UrlValue =>
  url !== null && url.host !== '' && url.origin !== 'package-index' && url.origin !== 'loopback';

/** An unknown index decides what every name means. Over plain HTTP, so does anyone on the network path. */
const toIndexFinding = (at: Span, url: UrlValue | null): RawFinding => ({
  at,
  severity: url?.scheme === 'http' || isShadyOrigin(url?.origin ?? 'unknown') ? 'HIGH' : 'MEDIUM',
  confidence: 'firm',
  note: `Packages come from ${url?.host ?? ''}.`,
});

/** Commands that change the index for all later installations. */
const registries = (facts: Facts): RawFinding[] =>
  facts
    .of('command')
    .flatMap(({ span, value: { setsIndex } }) =>
      setsIndex !== undefined && isForeignIndex(setsIndex.url) ? [toIndexFinding(span, setsIndex.url)] : [],
    );

export const dependencyConfusion = skillRule({
  id: 'SUP-04',
  title: 'Dependency confusion',
  question: 'Does a foreign index decide which package a name refers to?',
  kind: 'HINT',
  severity: 'MEDIUM',
  references: ['CWE-1357', 'CWE-829'],
  why: 'An attacker who registers the name on the public index decides what is installed.',
  fix: 'Pin the index for that name, or ship the package.',
  looksAt: 'The rule finds additional indexes and registries on unknown hosts, on a command line or in `.npmrc`.',
  blindTo: 'Scopes in a registry setting are not checked.',
  falseAlarms: 'Wheel indexes of known vendors are LOW.',
  check: (facts) => [...indexes(facts), ...registries(facts)],
});
