import type { FactOf, RawFinding, Rule } from '../../model.ts';

const toFinding = ({ span, value }: FactOf<'execution'>): RawFinding => ({
  at: span,
  confidence: 'firm',
  ...(value.payload === null ? {} : { note: `It decodes to: ${value.payload.slice(0, 120)}.` }),
});

export const decodedExecution = {
  id: 'EXE-02',
  title: 'Decodes content and runs it',
  question: 'Is decoded content executed?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-506', 'CWE-94', 'OWASP-AST01'],
  why: 'Encoding keeps a command from being read before it runs. Honest instructions have no need of it.',
  fix: 'Write the command in plain text, or leave it out.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'decoded')
      .map(toFinding),
} satisfies Rule;
