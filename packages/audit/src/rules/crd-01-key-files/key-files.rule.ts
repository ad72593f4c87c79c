import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { FactOf, Facts, RawFinding, Rule, Severity } from '@assay/analysis/types';
import { isStartedUnasked } from '../startup.facts.ts';

const KEY_FILES = new Set(['ssh-key', 'cloud-credential', 'token-file', 'system-secret']);
const QUIET_PROGRAMS =
  /^\s*(?:sudo\s+)?(?:ssh|scp|rsync|ssh-add|ssh-keygen|ssh-copy-id|kubectl|aws|gcloud|helm|docker|chmod|ls|stat|test|\[)\b/;
const OWN_TOKEN = /\.npmrc|\.pypirc|\.docker\/config|kube\/config|\.netrc/;

/** So many different ones by one program that starts by itself: they are gathered, not used. */
const GATHERED_MIN = 3;

function toFindings(facts: Facts): RawFinding[] {
  const reads = facts
    .of('path')
    .filter(
      ({ value, span }) => value.access === 'read' && KEY_FILES.has(value.class) && !QUIET_PROGRAMS.test(wordsOf(span)),
    );
  const unasked = Map.groupBy(
    reads.filter(({ unit }) => isStartedUnasked(unit)),
    ({ unit }) => unit,
  );
  const isGathered = ({ unit }: FactOf<'path'>): boolean =>
    new Set(unasked.get(unit)?.map(({ value }) => value.path)).size >= GATHERED_MIN;
  const usual = (path: string): Severity => (OWN_TOKEN.test(path) || path === '/etc/passwd' ? 'LOW' : 'MEDIUM');
  return reads.map((read) => ({
    at: read.span,
    severity: isGathered(read) ? 'CRITICAL' : usual(read.value.path),
    confidence: 'firm',
    note: `${read.value.path} is read.`,
  }));
}

export const keyFiles = {
  id: 'CRD-01',
  title: 'Reads key or credential files',
  question: 'Are key or cloud credential files read?',
  category: 'CRD',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-522', 'CWE-538'],
  why: 'These files open servers and accounts; few tasks need their content.',
  fix: 'Let the tool that owns the file use it; do not read it.',
  looksAt:
    'Reads of SSH keys, cloud credentials and token files by scripts or commands. Three or more by something that starts by itself: critical.',
  blindTo: 'A path that comes from the user at run time.',
  falseAlarms: 'Tools that use a key by its path (`ssh -i`) are quiet.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
