import type { DependencyValue, Facts, RawFinding, Rule, Span, UrlValue, View } from '../../model.ts';
import { isShadyOrigin, registrableDomain, toUrlValue } from '../../ruleset/origins/origin.ts';
import { lineOf } from '../command.facts.ts';

const INTERNAL =
  /^(?:@?(?:internal|corp|company|private)[-_/]|[\w-]*[-_](?:internal|corp|private)(?:[-_]|$)|(?:my)?corp[-_])/i;
const VENDOR =
  /(?:pytorch|nvidia|jfrog\.io|pkg\.github\.com|npm\.pkg\.github|gitlab|googleapis|azure|amazonaws|codeartifact|anaconda|tencent|tsinghua|aliyun|ustc|npmmirror|taobao|huaweicloud|bfsu|sjtu|douban|163\.com|volces|cloudsmith|gemfury|buf\.build|microsoft|(?:^|\.)(?:corp|internal|intra|intranet)\.)/i;

const indexes = (facts: Facts): RawFinding[] =>
  facts
    .of('dependency')
    .filter(({ value }) => value.source === 'index' && isForeignIndex(value.url))
    .map(({ span, value }) => toIndexFinding(span, value.url, value));

const isForeignIndex = (url: UrlValue | null): url is UrlValue =>
  url !== null && url.host !== '' && url.origin !== 'package-index' && url.origin !== 'loopback';

/** An index nobody knows decides what every name means; in plain http anybody on the way does. */
function toIndexFinding(at: Span, url: UrlValue | null, value?: DependencyValue): RawFinding {
  const host = url?.host ?? '';
  const isForAll = value?.spec === 'everything';
  const isVendor = VENDOR.test(host);
  const isOpen = url?.scheme === 'http' || isShadyOrigin(url?.origin ?? 'unknown') || isUnchecked(at, host);
  const words = at.view.text.slice(at.start, at.end);
  // One scope of names comes from elsewhere, and says so.
  const isScoped = /@[\w.-]+:registry/.test(words);
  const isHigh =
    isOpen || isForAll || (!isScoped && !isMakers(url, value) && /extra-index|registry|config\s+set/.test(words));
  return {
    at,
    severity: isVendor ? 'LOW' : isHigh ? 'HIGH' : 'MEDIUM',
    confidence: 'firm',
    note: `Packages come from ${host}.`,
    isUnreviewedExecution: !isVendor && isHigh,
  };
}

/** `vllm` from `wheels.vllm.ai`: who makes it gives it away. A name that only begins like that is anybody's. */
function isMakers(url: UrlValue | null, value: DependencyValue | undefined): boolean {
  const name = reduced(value?.name ?? '');
  if (url === null || name.length < MAKER_CHARS_MIN) return false;
  const [maker = ''] = registrableDomain(url.host).split('.');
  return reduced(maker) === name;
}
const MAKER_CHARS_MIN = 4;
const reduced = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The same settings say that its certificate need not be looked at. */
function isUnchecked({ view }: Span, host: string): boolean {
  const trusted = /trusted-host(?:\s*=\s*|\s+)([^\n=[]*(?:\n[ \t]+[^\n=[]+)*)/.exec(view.text)?.[1] ?? '';
  return (
    host !== '' &&
    (trusted.includes(host) ||
      /strict-ssl\s*[=:]\s*["']?false|http-verify\s*=\s*false|enableStrictSsl\s*:\s*false|ssl_verify\W+false|secure-http\W+false/.test(
        view.text,
      ))
  );
}

const SETS_REGISTRY =
  /^(?:npm|yarn|pnpm|bun)\s+config\s+set\s+(?:\S{0,60}:)?registry[= ]\s*(\S+)|^pip3?\s+config\s+(?:--?\w+\s+)?set\s+\S{0,40}index-url\s+(\S+)|^(?:composer\s+config\s+(?:-g|--global)\s+repo\S*(?:\s+composer)?|gem\s+sources\s.{0,80}(?:--add|-a)|conda\s+config\s+--(?:add|prepend)\s+channels|register-psrepository\s.{0,80}-sourcelocation|nuget\s+sources\s+add\s.{0,80}-source|dotnet\s+nuget\s+add\s+source|helm\s+repo\s+add\s+stable)\s+(https?:\S+)/i;

/** The index is changed for everything that follows. */
const registries = (facts: Facts): RawFinding[] =>
  facts.of('command').flatMap(({ span, value }) => {
    const match = SETS_REGISTRY.exec(lineOf(value));
    const url = toUrlValue(match?.[1] ?? match?.[2] ?? match?.[3] ?? '') ?? null;
    return isForeignIndex(url) ? [toIndexFinding(span, url)] : [];
  });

const INTERNAL_REGISTRY =
  /\b(?:install|pull|load|get|fetch)\w*\b[^.\n]{0,40}\bfrom (?:the |an? |our |your )?(?:internal|private|company|corporate) (?:package )?(?:registry|index|feed|mirror|repository)\b/i;

/** An internal registry that nothing names: the tools will ask the public one. */
function unnamedRegistry(facts: Facts): RawFinding[] {
  const isNamed = facts.of('dependency').some(({ value }) => value.source === 'index');
  const place = [...facts.of('dependency'), ...facts.of('import')].find(({ file }) => file === facts.about.entry);
  if (isNamed || place === undefined) return [];
  const view = rootOf(place.span.view);
  const match = INTERNAL_REGISTRY.exec(view.text);
  if (match === null) return [];
  return [
    {
      at: { view, start: match.index, end: match.index + match[0].length },
      severity: 'HIGH',
      confidence: 'firm',
      note: 'No registry is named, so the public one answers.',
      isUnreviewedExecution: true,
    },
  ];
}

const rootOf = (view: View): View => (view.parent === null ? view : rootOf(view.parent));

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
  looksAt:
    'Extra indexes and registries on unknown hosts, on a command line or in `.npmrc`; names that look internal without an index of their own; packages "from the internal registry" when no registry is named.',
  blindTo: 'Scopes claimed in a registry setting.',
  falseAlarms: 'Wheel indexes of known vendors: low.',
  since: '2026.11',
  check: (facts) => [...indexes(facts), ...registries(facts), ...unnamedRegistry(facts), ...names(facts)],
} satisfies Rule;
