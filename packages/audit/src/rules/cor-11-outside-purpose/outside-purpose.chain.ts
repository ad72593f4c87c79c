import { type Chain, type FoundChain, toRule } from '../../correlate/chain.ts';
import type { LiveFinding } from '../../correlate/live-finding.ts';
import type { BundleAbout, Facts } from '../../model.ts';
import { isBetrayal } from './betrayal.ts';

export const outsidePurpose: Chain = {
  rule: toRule({
    id: 'COR-11',
    title: 'Orders an act its purpose does not call for',
    question: 'Is the agent ordered to act against the user in a way the stated purpose does not call for?',
    severity: 'CRITICAL',
    family: 'instruction',
    references: ['CWE-1427', 'OWASP-LLM06', 'OWASP-AST04'],
    why: 'A person who picks a skill by its description did not pick this act; whoever adds it counts on nobody reading on.',
    fix: 'Remove the act, or say in the description that the skill does it and let the user start it.',
  }),
  find: (live, facts) =>
    live
      .filter((finding) => isOrder(finding) && finding.file === facts.about.entry)
      .filter((finding) => isOutside(finding, facts.about) || (isGrave(finding) && isBetrayal(finding, facts)))
      .map((act) => toChain(act, facts)),
};

/** What the description has to speak of for an act to belong to the skill. */
const CALLED_FOR: readonly { readonly acts: RegExp; readonly purpose: RegExp }[] = [
  {
    acts: /^EXF-/,
    purpose:
      /\b(?:send|upload|post|sync\w*|share|publish\w*|submit|backup|back up|e-?mail|message|notif\w+|report(?:s|ing)? to|api|apis|cloud|web|http|online|remote|server|deploy\w*|integrat\w+|connect\w*|telemetry|webhook|slack|crm|platform|service|saas|automat\w+|mcp|database|search|fetch|scrap\w+|download|crawl\w*|browser|social|mail|github|gitlab|git|gmail|google|workspace|drive|calendar|cli)\b/i,
  },
  {
    acts: /^PER-/,
    purpose:
      /\b(?:memor(?:y|ies)|remember|agents?|assistant|claude|codex|copilot|config\w*|settings|instructions|rules|hooks?|mcp|plugins?|skills?|set ?up|onboard\w*|init\w*|install\w*|schedul\w+|cron|daemon|service|persist\w*|ssh|access|accounts?|users?|admin\w*|deploy\w*|session)\b/i,
  },
  {
    acts: /^PRV-/,
    purpose:
      /\b(?:permissions?|sandbox\w*|security|secure|firewall|approvals?|config\w*|harden\w*|agents?|autonom\w+|ci|deploy\w*|docker|container\w*|admin\w*|system|infra\w*|clean\w*|delet\w+|remov\w+|reset|migrat\w+|uninstall|troubleshoot\w*|debug\w*)\b/i,
  },
  {
    acts: /^AGY-03$/,
    purpose:
      /\b(?:pay\w*|wallet|crypto\w*|trad\w+|buy\w*|purchas\w+|invoic\w+|financ\w+|swap|token|defi|market\w*|bank\w*|blockchain|web3|nft|donat\w+|shop\w*|order\w*|x402)\b/i,
  },
  {
    acts: /^(?:PI-06)$/,
    purpose: /\b(?:prompts?|agents?|assistant|llm|model|eval\w*|claude|skills?|instructions|context|debug\w*)\b/i,
  },
  { acts: /^AGY-06$/, purpose: /\b(?:skills?|plugins?|agents?|extensions?|mcp|tools?)\b/i },
  {
    acts: /^AGY-(?:02|07|11)$/,
    purpose:
      /\b(?:mail\w*|messag\w+|outreach|social|post\w*|campaign|newsletter|marketing|crm|slack|invit\w+|clean\w*|delet\w+|remov\w+|reset|migrat\w+|database|deploy\w*|publish\w*|release|git|github|captcha|scrap\w+|automat\w+|login|auth\w*|test\w*)\b/i,
  },
  {
    acts: /^(?:AGY-09|PI-08|PI-11)$/,
    purpose:
      /\b(?:remote|tasks?|queue|issues?|tickets?|orchestrat\w+|agents?|runbook|workflow|updates?|sync|fetch|docs|documentation|schedul\w+|monitor\w*|poll\w*|api|mcp)\b/i,
  },
  {
    acts: /^CRD-0[678]$/,
    purpose:
      /\b(?:auth\w*|login|keys?|credentials?|passwords?|wallet|secrets?|accounts?|api|token|connect\w*|crypto\w*|bank\w*|pay\w*|integrat\w+|automat\w+|web3|blockchain)\b/i,
  },
  {
    acts: /^AGY-08$/,
    purpose:
      /\b(?:red[- ]team\w*|ctf|vulnerable|teach\w*|training|mutation|chaos|market\w*|promot\w+|advert\w+|sales)\b/i,
  },
];

/** Findings that weigh little where they belong and much where they do not. */
const OUT_OF_PLACE = /^(?:PRV-06|AGY-0[379]|AGY-11|CRD-08|PI-06|EXF-08)$/;

const isGrave = ({ severity, confidence }: LiveFinding): boolean =>
  confidence !== 'tentative' && (severity === 'HIGH' || severity === 'CRITICAL');

/** Acts ordered in words; what a script does is followed by other chains. */
const isOrder = (finding: LiveFinding): boolean =>
  (isGrave(finding) || (finding.severity === 'MEDIUM' && OUT_OF_PLACE.test(finding.ruleId))) &&
  finding.layers.length === 0 &&
  (finding.context === 'directive' || finding.context === 'hidden');

function isOutside({ ruleId }: LiveFinding, { name, description }: BundleAbout): boolean {
  if (name === '' && description === '') return false;
  const need = CALLED_FOR.find(({ acts }) => acts.test(ruleId));
  return need !== undefined && !need.purpose.test(`${name.replaceAll(/[-_]/g, ' ')} ${description}`);
}

function toChain(act: LiveFinding, facts: Facts): FoundChain {
  const { view } = act.at;
  const stated = facts.about.description.slice(0, DESCRIPTION_CHARS);
  const found = view.text.indexOf(stated.split('\n')[0] ?? stated);
  const start = Math.max(0, found);
  const related = [
    { at: { view, start, end: start + (found < 0 ? 1 : Math.max(1, stated.length)) }, role: 'what it says it is for' },
    { at: act.at, role: 'what it orders' },
  ];
  return { raw: { at: act.at, confidence: 'firm', note: act.title.concat('.'), related }, parts: [act] };
}

const DESCRIPTION_CHARS = 120;
