import type { MarkdownDocument } from '../parse/markdown/index.ts';

const TOPIC =
  /\b(?:security (?:review|audit|scan|scanner|testing|analysis|check|awareness|training|education|linter|assessment|policy|guardrail)s?|(?:review|audit|scan|detect|analy[sz]e|vet|inspect|check|screen|harden|secure|protect|defend|sanitiz)\w*\b[^.\n]{0,80}\b(?:prompt injections?|injections?|malicious|malware|vulnerabilit(?:y|ies)|threats?|attacks?|exploits?|secrets?|suspicious|security|skills?|phishing|jailbreaks?)|pen(?:etration)?[- ]?test\w*|red[- ]team\w*|threat (?:model|hunt|intel)\w*|vulnerabilit(?:y|ies)|malware analysis|prompt[- ]injection|owasp|sast|yara|semgrep|bug bounty|ctf|forensic\w*|incident response|phishing)\b/i;

/** A heading further down is no title. */
const TITLE_WITHIN_CHARS = 16_384;

/** Whether the entry document declares reviewing or detecting as the product's purpose: name, description, title. */
export function isSecurityTopic(document: MarkdownDocument): boolean {
  const fields = document.frontMatter?.fields ?? [];
  const declared = fields
    .filter((field) => field.key === 'name' || field.key === 'description')
    .map((field) => field.text);
  const title = document.blocks.find(({ kind, start }) => kind === 'heading' && start < TITLE_WITHIN_CHARS)?.text ?? '';
  return TOPIC.test([...declared, title].join('\n').replaceAll('-', ' '));
}
