import type { Facts, RawFinding, Rule } from '../../model.ts';

const INTERNAL =
  /^(?:@?(?:internal|corp|company|private)[-_/]|[\w-]*[-_](?:internal|corp|private)(?:[-_]|$)|(?:my)?corp[-_])/i;
const VENDOR =
  /(?:pytorch|nvidia|jfrog\.io|pkg\.github\.com|npm\.pkg\.github|gitlab|googleapis|azure|amazonaws|codeartifact|anaconda|tencent|tsinghua|aliyun|ustc|cloudsmith|gemfury|buf\.build|microsoft)/i;

const indexes = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(
      ({ value }) =>
        value.source === 'index' &&
        value.url !== null &&
        value.url.origin !== 'package-index' &&
        value.url.origin !== 'loopback',
    )
    .map(({ span, value }) => ({
      at: span,
      severity: VENDOR.test(value.url?.host ?? '')
        ? 'LOW'
        : /extra-index/.test(span.view.text.slice(span.start, span.end))
          ? 'HIGH'
          : 'MEDIUM',
      confidence: 'firm',
      note: `Packages come from ${value.url?.host}.`,
    }));

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
      isUnreviewedExecution: true,
    })),
];

export const dependencyConfusion = {
  id: 'SUP-04',
  title: 'Takes packages from a foreign or unnamed index',
  question: 'Dependency confusion: foreign index, internal-looking unpublished name?',
  category: 'SUP',
  family: 'supply-chain',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-1357', 'CWE-829'],
  why: 'Whoever registers the name on the public index first decides what is installed.',
  fix: 'Pin the index for that name, or ship the package.',
  since: '2026.11',
  check: (facts) => [...indexes(facts), ...names(facts)],
} satisfies Rule;
