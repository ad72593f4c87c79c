import type { DiscourseSignal, SignalFamily } from '../../types/index.ts';

/** A signal and its meaning for the span: prohibited, mentioned, or a fixture. */
export type Evidence = { readonly signal: DiscourseSignal; readonly says: 'prohibits' | 'mentions' | 'fixture' };

export const prohibits = (family: SignalFamily, name: string): Evidence => ({
  signal: { family, name },
  says: 'prohibits',
});
export const mentions = (family: SignalFamily, name: string): Evidence => ({
  signal: { family, name },
  says: 'mentions',
});
export const isFixture = (family: SignalFamily, name: string): Evidence => ({
  signal: { family, name },
  says: 'fixture',
});

/** Titles, list lead-ins and table headers that prohibit the content below them. */
const PROHIBITING_TITLE =
  /\b(?:never|don[’']?ts?|do not|avoid(?:ing)?|anti-?patterns?|bad (?:practices?|examples?|patterns?|ideas?)|what not to|not to do|forbidden|prohibited|dangerous|unsafe|insecure|vulnerable|mistakes?|pitfalls?|wrong|incorrect|disallowed|blocked|deny-?list(?:ed)?|block-?list(?:ed)?|not allowed|must not|refuse|off[- ]limits|banned|rejected|red flags?|stop signs?|violations?|bad|harmful)\b|❌|🚫|⛔|✘|✗|禁止|不要|切勿|禁じ|しないこと|금지|하지 마|nunca|evita|prohibid|interdit|évite|niemals|verboten|vermeide|запрещ|нельзя|никогда/i;

/** Titles, list lead-ins and table headers of sections that discuss attack text. */
const DISCUSSING_TITLE =
  /\b(?:attack(?:s|er|ers)?|threats?|injections?|jailbreaks?|exploits?|payloads?|indicators?|iocs?|detect(?:ion|ions|ors?|s|ed|ing)?|signatures?|malicious|suspicious|malware|evals?|evaluations?|test (?:cases?|prompts?|inputs?|data|vectors?|fixtures?)|red[- ]team(?:ing)?|vulnerabilit(?:y|ies)|what to (?:look|watch|check) for|look for|watch for|flag(?:s|ged)?|warning signs?|taxonomy|case stud(?:y|ies)|known bad|samples?|fixtures?|scenarios?|adversarial|phishing|scams?|abuse|tactics|techniques?|patterns?|regex(?:es)?|phrases?|examples? of|trigger phrases|risks?|findings?|expected|assert(?:ions?)?|cve|cwe|owasp|incident|log (?:entry|excerpt|sample)|hostile|untrusted|misuse|deception)\b|攻击|检测|恶意|高风险|风险(?:信号|示例|因素)|危险信号|示例攻击|载荷|威胁|漏洞|注入|可疑|样本|攻撃|検出|悪意|공격|탐지|악성|ataque|detec|malicios|attaque|détect|malveillant|angriff|erkennung|bösartig|атак|обнаруж|вредонос/i;

export function titleEvidence(title: string, place: string): Evidence[] {
  if (title === '') return [];
  const found: Evidence[] = [];
  const said = title.replace(CITED, ' ').replace(CONDITION, ' ');
  if (PROHIBITING_TITLE.test(said) && !FALSE_PROHIBITION.test(title))
    found.push(prohibits('structure', `${place} forbids`));
  if (DISCUSSING_TITLE.test(title)) found.push(mentions('structure', `${place} discusses`));
  return found;
}

/**
 * The output of a program (`"Forbidden" in the log`) and conditions ("if it is blocked, …") do not prohibit anything.
 */
const CITED = /["“][^"”\n]{1,60}["”]|`[^`\n]{1,80}`/g;
const CONDITION = /^\W{0,4}(?:if|when(?:ever)?|in case|once)\b[^,:;]{0,160}(?:[,:;]|$)/i;

/**
 * "Do not skip these", "never forget": the lead-in demands an action. "To avoid being asked, …": it states a purpose.
 */
const FALSE_PROHIBITION =
  /^\W{0,4}(?:in order )?to (?:avoid|prevent)\b[^.:;]{0,120},|\b(?:do not|don[’']?t|never|must not)\s+(?:skip|forget|omit|miss|ignore|hesitate|fail|worry|mention|tell|reveal|show|inform|ask|refuse|stop|delay|disclose|notify|alert|warn|question|overlook|neglect)\b|不要(?:忘记|跳过|告诉|提及)|忘れないで|잊지 마|no olvides|n'oublie|vergiss nicht|не забудь/i;
