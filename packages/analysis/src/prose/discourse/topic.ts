import type { MarkdownDocument } from '../../languages/markdown/index.ts';

const TOPIC =
  /\b(?:security (?:review|audit|scan|scanner|testing|analysis|check|awareness|training|education|linter|assessment|policy|guardrail)s?|(?:review|audit|scan|detect|analy[sz]e|vet|inspect|check|screen|sniff|quarantin|harden|secure|protect|defend|sanitiz)\w*\b[^.\n]{0,80}\b(?:prompt injections?|injections?|malicious|malware|vulnerabilit(?:y|ies)|threats?|attacks?|exploits?|secrets?|suspicious|security|skills?|phishing|jailbreaks?)|pen(?:etration)?[- ]?test\w*|red[- ]team\w*|threat (?:model|hunt|intel)\w*|vulnerabilit(?:y|ies)|malware analysis|prompt[- ]injection|owasp|sast|yara|semgrep|bug bounty|ctf|forensic\w*|incident response|phishing|(?:skills?|malware|virus|injection) (?:scanner|shield|guard|filter)s?)\b|技能扫描|注入防护|安全(?:审查|审计|扫描|检测|评估|测试|分析|加固)|(?:检测|审计|审查|扫描|识别|分析|防范)[^。\n]{0,60}(?:恶意|攻击|威胁|漏洞|注入|钓鱼|可疑|滥用|泄露|风险)|渗透测试|红队|セキュリティ(?:監査|診断|検査|レビュー)|脆弱性|보안 (?:검토|감사|점검)|취약점|(?:auditor[ií]a|revisi[oó]n) de seguridad|vulnerabilidad/i;

/** How somebody who may is taught to break in. */
const OFFENSIVE =
  /\b(?:pen(?:etration)?[- ]?test\w*|red[- ]team\w*|(?:ethical|white[- ]hat) hack\w*|bug bount\w+|ctf|privilege escalation|privesc|post[- ]exploitation|offensive security|exploit(?:s|ing|ation)?)\b|渗透测试|红队|提权|漏洞利用/i;

/** A heading further down is no title. */
const TITLE_WITHIN_CHARS = 16_384;

/** Whether the entry document declares reviewing or detecting as the product's purpose: name, description, title. */
export const isSecurityTopic = (document: MarkdownDocument): boolean => TOPIC.test(declaredIn(document));

/** Somebody who is named in no attack: the machine or the account that a lesson is about. */
const ANYBODY =
  /attacker|evil|victim|[lr]host\b|\btarget(?:[_.-]\w|s?\b)|<[\w -]{0,20}(?:ip|host|hash|user|domain)[\w -]{0,20}>|\b10\.10\.\d{1,3}\.\d{1,3}\b/i;
const LESSONS_MIN = 3;
/** Techniques by their numbers in the catalogue that testers share. */
const TECHNIQUE = /\bT1\d{3}(?:\.\d{3})?\b/g;

/**
 * A handbook for those who test the defences of others, by what it says it is and by whom its commands name: in several of them
 * nobody, where an attack on the reader needs somebody. Or it says by number what it teaches.
 */
export function isHandbook(document: MarkdownDocument): boolean {
  if (!OFFENSIVE.test(declaredIn(document))) return false;
  const lessons = document.blocks.filter(({ kind, text }) => kind === 'fence' && ANYBODY.test(text));
  return lessons.length >= LESSONS_MIN || new Set(document.text.match(TECHNIQUE)).size >= LESSONS_MIN;
}

function declaredIn(document: MarkdownDocument): string {
  const fields = document.frontMatter?.fields ?? [];
  const declared = fields
    .filter((field) => field.key === 'name' || field.key === 'description')
    .map((field) => field.text);
  const title = document.blocks.find(({ kind, start }) => kind === 'heading' && start < TITLE_WITHIN_CHARS)?.text ?? '';
  return [...declared, title].join('\n').replaceAll('-', ' ');
}
