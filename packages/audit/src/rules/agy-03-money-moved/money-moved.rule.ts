import type { RawFinding, Rule } from '../../model.ts';
import { around, instructions, isAsked, isConfirmed, lineAround } from '../instruction.facts.ts';

export const moneyMoved: Rule = {
  id: 'AGY-03',
  title: 'Money is moved',
  question: 'Is money moved to a fixed recipient, by unlimited allowance or hidden fee?',
  category: 'AGY',
  family: 'instruction',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-LLM06', 'CWE-359'],
  why: 'Transfers cannot be recalled, and a recipient fixed by the author is the author’s gain.',
  fix: 'Let the user give recipient and amount for each payment, with a limit.',
  since: '2026.11',
  check: (facts) =>
    instructions(facts, 'move-money')
      .filter((fact) => isAsked(fact) && !isConfirmed(facts, fact))
      .flatMap((fact): RawFinding[] => {
        const line = lineAround(fact);
        if (!MONEY.test(line) && fact.value.object !== 'fixed recipient') return [];
        const isFixed = ACCOUNT.test(line) && !SAMPLE.test(line);
        const isUnlimited = UNLIMITED.test(line) || fact.value.object === 'fixed recipient';
        const isUnasked = fact.value.concealed || around(facts, fact, 70, ['launder-consent', 'conceal']).length > 0;
        if (!isFixed && !isUnlimited && !isUnasked)
          return PAYS.test(line)
            ? [{ at: fact.span, confidence: 'tentative' as const, severity: 'MEDIUM' as const }]
            : [];
        const isWorst = isFixed && (isUnasked || fact.value.scope === 'always');
        return [
          { at: fact.span, confidence: 'firm' as const, severity: isWorst ? ('CRITICAL' as const) : ('HIGH' as const) },
        ];
      }),
};

const MONEY =
  /\b(?:funds|money|usdc|usdt|eth|ether|btc|bitcoin|sol|crypto\w*|wallet|balance|payments?|gift cards?|credit card|stored card|card on file|cuenta|pagar|proveedor|konto|überweis\w+|compte|virement|conta|счёт|账户|款|allowance|bank|invoice|tokens? (?:allowance|balance|transfer)|all tokens|dollars|usd|trades?|orders? on|market)\b|\$\d|%/i;
/** A purchase or a transfer, whoever receives it. */
const PAYS =
  /\b(?:buy|purchase|subscribe|pay|transfer|withdraw|donate|book)\b[^.]{0,60}\b(?:saved|stored|connected|user['’]s|their) (?:\w+ )?(?:card|payment method|account|wallet|balance)\b/i;
const ACCOUNT =
  /\b0x[0-9a-fA-F]{40}\b|\b(?:bc1|[13])[a-km-zA-HJ-NP-Z1-9]{25,60}\b|\b[A-Z]{2}\d{2}[A-Z0-9]{11,30}\b|\b[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){3,7}(?: [A-Z0-9]{1,4})?\b/;
const SAMPLE =
  /\b(?:example|sample|placeholder|usdc contract|token contract|contract address|e\.g\.|testnet|burn address)\b/i;
const UNLIMITED =
  /\b(?:unlimited|infinite|max(?:imum)? (?:uint|allowance))\b[^.]{0,40}\b(?:allowance|approval|spend|token|amount)|\b\d{1,2} ?% of (?:each|every|all)\b/i;
