import type { Facts, RawFinding, Rule } from '../../model.ts';

const PAYLOAD = /\b(?:curl|wget|nc|eval|bash -c|python3? -c|base64|https?:\/\/)|\balias\s+(?:sudo|ssh|git|su)=/i;
const HARMLESS =
  /\bPATH=|\bexport\s+[A-Z_]+=|completion|\bsource\s+~?\/?[\w./-]*(?:nvm|cargo|sdkman|env|rc)\b|eval "\$\([\w.-]+ (?:init|hook|activate|completion|shellenv)|^\s*$|fpath/;

const toFindings = (facts: Facts): RawFinding[] =>
  facts
    .of('path')
    .filter(({ value }) => value.class === 'shell-profile' && (value.access === 'append' || value.access === 'write'))
    .map(({ span, value }) => {
      const content = value.content ?? '';
      return {
        at: span,
        severity:
          PAYLOAD.test(content) && !/init|hook|completion/.test(content)
            ? 'HIGH'
            : HARMLESS.test(content)
              ? 'LOW'
              : 'MEDIUM',
        confidence: 'firm',
        note: `${value.path} is changed.`,
      };
    });

export const shellProfile = {
  id: 'PER-01',
  title: 'Changes a shell profile',
  question: 'Is a shell profile changed by a script?',
  category: 'PER',
  family: 'code-taint',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-912', 'CWE-506'],
  why: 'What stands in a profile runs in every new terminal, long after the skill is gone.',
  fix: 'Tell the user which line to add, and why.',
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
