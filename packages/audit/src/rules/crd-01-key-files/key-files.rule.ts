import { wordsOf } from '@assay/analysis/bundle/decode/view';
import type { Facts, RawFinding } from '@assay/analysis/types';
import { skillRule } from '../skill-rule.ts';

const KEY_FILES = new Set(['ssh-key', 'cloud-credential', 'token-file', 'system-secret']);
const QUIET_PROGRAMS =
  /^\s*(?:sudo\s+)?(?:ssh|scp|rsync|ssh-add|ssh-keygen|ssh-copy-id|kubectl|aws|gcloud|helm|docker|chmod|ls|stat|test|\[)\b/;
const OWN_TOKEN = /\.npmrc|\.pypirc|\.docker\/config|kube\/config|\.netrc/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value, span }) => value.access === 'read' && KEY_FILES.has(value.class) && !QUIET_PROGRAMS.test(wordsOf(span)),
    )
    .map(({ span, value }) => ({
      at: span,
      severity: OWN_TOKEN.test(value.path) || value.path === '/etc/passwd' ? 'LOW' : 'MEDIUM',
      confidence: 'firm',
      note: `${value.path} is read.`,
    }));

/**
 * In languages without data-flow analysis, the use of the content is unknown. The same program also sends or runs
 * something.
 */
const named = (facts: Facts): RawFinding[] =>
  facts
    .of('hint')
    .filter(({ value }) => value.isKeyFile === true)
    .map(({ span }) => ({
      at: span,
      confidence: 'firm',
      note: 'A program in a language that is not followed names a key file, and sends or runs something.',
    }));

export const keyFiles = skillRule({
  id: 'CRD-01',
  title: 'Reads key or credential files',
  question: 'Are key or cloud credential files read?',
  kind: 'HINT',
  reproducedBy: 'secret-left',
  severity: 'MEDIUM',
  references: ['CWE-522', 'CWE-538'],
  why: 'These files give access to servers and accounts. Few tasks need their content.',
  fix: 'Let the tool that owns the file use it. Do not read it.',
  looksAt:
    'The rule finds reads of SSH keys, cloud credentials and token files by scripts and commands. In languages without data-flow analysis, it finds programs that name such a file and words for sending or running.',
  blindTo: 'A path that the user enters at run time is not detected.',
  falseAlarms: 'Tools that use a key by its path (`ssh -i`) are not reported.',
  check: (facts) => [...toFindings(facts), ...named(facts)],
});
