import type { Facts, Rule } from '../../model.ts';
import { around, type Instruction, instructions, isAsked, isForeign, moods } from '../instruction.facts.ts';

export const forgedAuthority: Rule = {
  id: 'PI-12',
  title: 'Authority is claimed for a data or run order',
  question: 'Is authority forged (vendor, admin, compliance) for a data or exec action?',
  category: 'PI',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM01', 'OWASP-AST01', 'CWE-1427', 'CWE-345'],
  why: 'A file cannot prove that a vendor, an administrator or a law wants the data; it only uses their name.',
  fix: 'Name the purpose and ask the user; drop the borrowed authority.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'claim-authority').flatMap((fact) => {
      const act = around(facts, fact, 200, ACTS).find((one) => isAsked(one) && isData(one, facts));
      if (!act || fact.value.negated) return [];
      return [
        {
          at: fact.span,
          confidence: 'firm' as const,
          modifiers: moods(act),
          related: [{ at: act.span, role: 'what the authority is claimed for' }],
        },
      ];
    }),
};

const ACTS = ['send', 'run', 'download', 'obey-remote', 'disable-safeguard', 'install', 'read'] as const;

function isData(act: Instruction, facts: Facts): boolean {
  if (act.value.act === 'read') return false;
  if (act.value.act === 'disable-safeguard') return true;
  return isForeign(act, facts.about);
}
