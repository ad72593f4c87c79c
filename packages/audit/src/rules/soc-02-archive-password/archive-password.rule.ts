import type { Rule } from '../../model.ts';
import { instructions } from '../instruction.facts.ts';

export const archivePassword: Rule = {
  id: 'SOC-02',
  title: 'An archive password stands in the text',
  question: 'Is an archive password given in the text?',
  category: 'SOC',
  family: 'instruction',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-506'],
  why: 'A password keeps scanners out of an archive; giving it to the reader lets the program in.',
  fix: 'Ship the files unpacked.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'install')
      .filter(
        ({ value, span }) =>
          value.objectKind === 'archive' &&
          !value.negated &&
          !OTHER.test(span.view.text.slice(Math.max(0, span.start - 160), span.end + 60)),
      )
      .map((fact) => ({ at: fact.span, confidence: 'firm' })),
};

/** Passwords of databases and accounts, and skills that protect the user's own files. */
const OTHER =
  /\b(?:database|postgres|mysql|redis|smtp|login|user(?:name)?:|your[_ -]?password|password protect|set a password|encrypt|docx|xlsx|pdf)\b/i;
