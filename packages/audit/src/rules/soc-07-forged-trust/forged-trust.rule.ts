import type { Rule } from '../../model.ts';
import { instructions, lineAround } from '../instruction.facts.ts';

export const forgedTrust: Rule = {
  id: 'SOC-07',
  title: 'Trust is claimed that nobody can check',
  question: 'Are badges, certificates or "verified by" claims forged?',
  category: 'SOC',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-345'],
  why: 'An invented certificate buys the trust that a review should give.',
  fix: 'Remove the claim or link to the record that proves it.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'claim-trust')
      .filter(({ value, span }) => !value.negated && !LINKED.test(span.view.text.slice(span.start, span.end + 160)))
      .map((fact) => {
        const isAboutSelf = SELF.test(lineAround(fact));
        const isForged = isAboutSelf && CERTIFIED.test(fact.value.object);
        return {
          at: fact.span,
          confidence: isForged ? ('firm' as const) : ('tentative' as const),
          severity: isForged ? ('HIGH' as const) : ('LOW' as const),
        };
      }),
};

const LINKED = /https?:\/\//;
const SELF =
  /\b(?:this|the) (?:skill|package|plugin|tool|extension)\b|\bsecurity (?:score|rating|audit)\b|\bcertificate (?:id|no)/i;
const CERTIFIED =
  /certificate|verified by|certified by|approved by|audited by|signed by|endorsed by|vetted by|trusted by|officially|security (?:score|rating|audit)|virus|malware/i;
