import type { Rule } from '../../model.ts';

export const vendorImpersonation: Rule = {
  id: 'SOC-05',
  title: 'A vendor is impersonated',
  question: 'Is a vendor or author impersonated against the source owner?',
  category: 'SOC',
  family: 'instruction',
  severity: 'MEDIUM',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['OWASP-AST04', 'CWE-345'],
  why: '"Official" makes people install what they would otherwise read first.',
  fix: 'Say who publishes the skill.',
  since: '2026.11',
  check: (facts) => {
    const { description, name, sourceOwner } = facts.about;
    const match = OFFICIAL.exec(`${name}. ${description}`);
    const vendor = VENDORS.exec(`${name} ${description}`)?.[0].toLowerCase();
    const entry = facts.of('instruction').find((fact) => fact.file === facts.about.entry);
    if (!match || !vendor || !entry || sourceOwner === '' || sourceOwner.toLowerCase().includes(vendor)) return [];
    return [{ at: { ...entry.span, start: 0, end: 1 }, confidence: 'tentative', evidence: match[0] }];
  },
};

const OFFICIAL =
  /\bofficial(?:ly)?\b[^.]{0,60}\b(?:skill|plugin|tool|integration|client|extension|by|from|supported)\b/i;
const VENDORS =
  /\b(?:anthropic|claude|openai|google|microsoft|apple|amazon|github|gitlab|stripe|slack|notion|coinbase|binance|metamask|cloudflare|vercel|meta|telegram|discord)\b/i;
