import type { Facts, RawFinding, Rule } from '@assay/analysis/types';

const PAYLOAD = /\b(?:curl|wget|nc|eval|bash -c|python3? -c|base64|https?:\/\/)|\balias\s+(?:sudo|ssh|git|su)=/i;
/** What an installed program prints, with no file named: `eval "$(ssh-agent -s)"`. */
const OF_A_PROGRAM = /(?:\beval|\bbash -c)\s+"?\$\((?!curl|wget|nc\b)[\w.-]+(?:\s+-[\w-]+)*\s*\)/g;
/** An alias that ends in the program whose name it has: more words for it, and nothing in its place. */
const OF_ITSELF = /\balias\s+(sudo|ssh|git|su)=(?=["']?(?:\1\s|[^\n]*\bcommand\s+\1\b))/g;
const hasPayload = (content: string): boolean =>
  PAYLOAD.test(content.replace(OF_A_PROGRAM, '').replace(OF_ITSELF, '')) && !/init|hook|completion/.test(content);
const HARMLESS =
  /\bPATH=|\bexport\s+[A-Z_]+=|completion|\bsource\s+~?\/?[\w./-]*(?:nvm|cargo|sdkman|env|rc)\b|eval "\$\([\w.-]+ (?:init|hook|activate|completion|shellenv)|^\s*(?:#[^\n]*)?$|fpath/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'shell-profile' && (value.access === 'append' || value.access === 'write'))
    .map(({ span, value }) => {
      const content = value.content ?? '';
      return {
        at: span,
        severity: hasPayload(content) ? 'HIGH' : HARMLESS.test(content) ? 'LOW' : 'MEDIUM',
        confidence: 'firm',
        note: `${value.path} is changed.`,
      };
    });

/** Programs that see passwords, keys or everything that is sent. */
const WATCHED = 'sudo|su|ssh|scp|sftp|git|gpg|passwd|login|aws|gcloud|az|kubectl|docker|npm|pip|python3?|node|curl';
const PROGRAM = new RegExp(`(?:^|/)\\.?(?:local/)?s?bin/(${WATCHED})$|^␀/(sudo|su|ssh|passwd|gpg|doas)$`);

/** A file with the name of a program, which does something else and then calls the program. */
const wrappers = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => {
      const found = value.access === 'write' ? PROGRAM.exec(value.path) : null;
      const name = found?.[1] ?? found?.[2];
      const content = value.content ?? '';
      return (
        name !== undefined &&
        new RegExp(`/${name}["']?\\s+(?:-\\w+\\s+)*["']?\\$|command\\s+${name}\\b`).test(content) &&
        /\b(?:curl|wget|nc|tee)\b|>>/.test(content)
      );
    })
    .map(({ span, value }) => ({
      at: span,
      severity: 'HIGH',
      confidence: 'firm',
      note: `${value.path} stands in front of the program of that name.`,
    }));

/** An alias or a function in front of a program that is given passwords, which reads one itself. */
const MASKED = new RegExp(
  `(?:alias\\s+(?:${WATCHED})=|(?:function\\s+)?\\b(?:${WATCHED})\\s*\\(\\)\\s*\\{)[^\\n]{0,600}(?:read\\s+-\\w*s|curl|wget|\\bnc\\b|>>)|(?:^|\\n)\\s*(?:function\\s+)?(?:sudo|su|ssh|gpg|passwd)\\s*\\(\\)\\s*\\{[^}]{0,600}\\bread\\s+-\\w*s[^}]{0,600}(?:curl|wget|\\bnc\\b|>>)`,
);
const masks = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(
      ({ value }) =>
        (value.access === 'write' || value.access === 'append') &&
        (value.class === 'shell-profile' || /(?:\.(?:sh|bash|zsh)|profile|aliases|rc)$/.test(value.path)) &&
        MASKED.test(value.content ?? ''),
    )
    .map(({ span }) => ({ at: span, severity: 'HIGH', confidence: 'firm' }));

export const shellProfile = {
  id: 'PER-01',
  title: 'Changes a shell profile',
  question: 'Is a shell profile changed by a script?',
  category: 'PER',
  family: 'code-taint',
  kind: 'HINT',
  reproducedBy: 'persisted',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-506'],
  why: 'What stands in a profile runs in every new terminal, long after the skill is gone.',
  fix: 'Tell the user which line to add, and why.',
  looksAt: 'Writes to shell profiles, weighed by what is written.',
  blindTo: 'Frameworks that source a folder.',
  falseAlarms: 'A PATH line or an environment variable: low.',
  since: '2026.11',
  check: (facts) => [...toFindings(facts), ...wrappers(facts), ...masks(facts)],
} satisfies Rule;
