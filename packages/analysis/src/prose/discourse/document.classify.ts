import { type Block, type Inline, loadTimeCommands, type MarkdownDocument } from '../../languages/markdown/index.ts';
import type { Discourse } from '../../types/index.ts';
import { type Sentence, splitSentences } from '../index.ts';
import type { Reading } from './demotion.ts';
import { type Evidence, mentions, prohibits, titleEvidence } from './evidence.ts';

/** The default reading of a document before its words are analysed: instructions or side document. */
type DocumentStanding = {
  readonly live: 'directive' | 'reference';
  readonly fixture: readonly Evidence[];
  /** Nothing reaches the document, and its folder is named after attacks: hidden text in it is part of the sample. */
  readonly isSample: boolean;
  /**
   * An agent loads it as a skill or a command, so that its load-time commands run regardless of the surrounding text.
   */
  readonly isLoaded: boolean;
};

export type DocumentClassifier = { read(start: number, end: number): Reading };

export function createDocumentClassifier(document: MarkdownDocument, standing: DocumentStanding): DocumentClassifier {
  const known = new Map<string, Reading>();
  return {
    // Cached, because the analysis of loops classifies the same place repeatedly.
    read(start, end) {
      const key = `${start} ${end}`;
      const reading = known.get(key) ?? readSpan(document, standing, start, end);
      known.set(key, reading);
      return reading;
    },
  };
}

function readSpan(document: MarkdownDocument, standing: DocumentStanding, start: number, end: number): Reading {
  const hidden = document.hidden.some((span) => isMostly(start, Math.max(end, start + 1), span));
  if (hidden && !standing.isSample) return fixed('hidden');
  if (standing.isLoaded && loadTimeCommands(document).some((one) => one.start <= start && start < one.end))
    return fixed('executable');
  if (document.frontMatter && start < document.frontMatter.end) return fixed(standing.live);
  const block = blockAt(document.blocks, start);
  if (!block) return fixed(standing.live);
  const live = liveClass(document, block, standing, start);
  if (block.isPlain) return fixed(live);
  const evidence = block.kind === 'fence' ? fenceEvidence(block) : proseEvidence(block, start, end);
  return settle(live, [...evidence, ...standing.fixture]);
}

/**
 * The span begins in the hidden range, or half of it is hidden. A paragraph that quotes a comment is not itself a
 * comment.
 */
function isMostly(start: number, end: number, hidden: { readonly start: number; readonly end: number }): boolean {
  const common = Math.min(end, hidden.end) - Math.max(start, hidden.start);
  return common > 0 && (hidden.start <= start || common * 2 >= end - start);
}

const fixed = (context: Discourse): Reading => ({ context, signals: [], live: context });

export function settle(live: Discourse, evidence: readonly Evidence[]): Reading {
  if (evidence.length === 0) return fixed(live);
  const says = (what: Evidence['says']) => evidence.some((item) => item.says === what);
  const context: Discourse = says('fixture') ? 'fixture' : says('prohibits') ? 'prohibited' : 'quoted';
  return { context, signals: evidence.map((item) => item.signal), live };
}

function blockAt(blocks: readonly Block[], offset: number): Block | undefined {
  let low = 0;
  let high = blocks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((blocks[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const block = blocks[low];
  return block && block.start <= offset && offset <= block.end ? block : undefined;
}

const SHELL =
  /^(?:bash|sh|shell|zsh|fish|console|terminal|powershell|ps1|pwsh|cmd|bat|batch|shellsession|bash-session)$/;
const SHELL_LINE =
  /^\s*(?:[$#>]\s+)?(?:sudo|curl|wget|npm|npx|pip3?|python3?|node|bash|sh|git|brew|apt(?:-get)?|docker|podman|chmod|export|cd|mkdir|uvx?|cargo|go|make|deno|bunx?|pnpm|yarn|pipx|ruby|perl|php|java|powershell|pwsh|iwr|irm|\.\/)\b/m;
const RUN_LEAD =
  /\b(?:run|execute|use|paste|type|enter|invoke|start|launch|install|call|copy|apply|issue|save)\b|运行|执行|実行|실행|ejecut|execut|exécut|führe|запуст|выполн/i;

function liveClass({ text }: MarkdownDocument, block: Block, standing: DocumentStanding, start: number): Discourse {
  if (block.kind !== 'fence')
    return standing.live === 'directive' && isStep(text, start) ? 'executable' : standing.live;
  if (standing.live !== 'directive' || PLACEHOLDER.test(lineAt(block, start))) return 'reference';
  if (SHELL.test(block.language) || RUN_LEAD.test(lastSentence(block.lead))) return 'executable';
  if (block.language === '' && SHELL_LINE.test(lineAt(block, start))) return 'executable';
  return 'reference';
}

/** `nc ATTACKER_IP 4444`: the command has a placeholder instead of a host. */
const PLACEHOLDER = /\battacker[_.-]|\$\{?attacker|\b[lr]host\b|<[\w -]{0,20}(?:ip|host|domain)[\w -]{0,20}>/i;

/** A numbered step that consists of a command only. */
const STEP_CHARS_MAX = 1_000;
const STEP = /^\s{0,8}\d{1,3}[.)]\s+`+[^`]*$/;
const isStep = (text: string, at: number): boolean =>
  STEP.test(text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - STEP_CHARS_MAX), at));

function lineAt(block: Block, offset: number): string {
  const at = offset - block.start;
  const from = block.text.lastIndexOf('\n', at - 1) + 1;
  const to = block.text.indexOf('\n', at);
  return block.text.slice(from, to < 0 ? block.text.length : to);
}

const LEAD_CHARS_MAX = 400;

function lastSentence(text: string): string {
  const tail = text.slice(-LEAD_CHARS_MAX).trim();
  const cut = Math.max(
    tail.lastIndexOf('. ', tail.length - 3),
    tail.lastIndexOf('! '),
    tail.lastIndexOf('。', tail.length - 2),
  );
  return cut < 0 ? tail : tail.slice(cut + 1).trim();
}

/** Only the nearest two headings count; a document title says nothing about a line deep inside the document. */
const HEADINGS_SEEN = 2;

function structureEvidence(block: Block): Evidence[] {
  const headings = block.headings.length > 1 ? block.headings.slice(1).slice(-HEADINGS_SEEN) : [];
  const found = headings.flatMap((title) => titleEvidence(title, 'heading'));
  if (block.listDepth > 0 && headings.some((title) => FORBIDDING_HEADING.test(title)))
    found.push(prohibits('grammar', 'negated heading'));
  found.push(...titleEvidence(block.header, 'table header'));
  if (block.listDepth > 0)
    for (const item of block.items.slice(0, -1)) found.push(...titleEvidence(lastSentence(item), 'list item'));
  return found;
}

/** "Prohibited actions (DO NOT)": the heading negates every item in its list. */
const FORBIDDING_HEADING =
  /\b(?:prohibited|forbidden|banned|disallowed|not allowed)\b.{0,40}\b(?:do not|don['’]t|never|must not)\b|^\W*(?:you must never|must never|never do|do not do)\b|❌|🚫|⛔/i;

/** A heading directly above a list or fence introduces it like a lead-in. */
const introduction = (block: Block): string =>
  block.lead !== '' || !(block.listDepth > 0 || block.kind === 'fence') || block.headings.length < 2
    ? block.lead
    : (block.headings.at(-1) ?? '');

/** Evidence from a lead-in: its place is structure, a negation in it is grammar. */
function leadEvidence(lead: string): Evidence[] {
  const text = lastSentence(lead);
  const found = titleEvidence(text, 'lead-in');
  if (found.some(({ says }) => says === 'prohibits') && NEGATION.test(text))
    found.push(prohibits('grammar', 'negated lead-in'));
  return found;
}
const NEGATION = /\b(?:never|do not|don[’']?t|must not|should not|avoid)\b/i;

/** A block often has many facts; it is split into sentences only once. */
const sentences = new WeakMap<Block, readonly Sentence[]>();

function sentencesOf(block: Block): readonly Sentence[] {
  const known = sentences.get(block) ?? splitSentences(block.text, block.start);
  sentences.set(block, known);
  return known;
}

function proseEvidence(block: Block, start: number, end: number): Evidence[] {
  const found = structureEvidence(block);
  if (block.listDepth > 0 || block.kind === 'cell') found.push(...leadEvidence(introduction(block)));
  const sentence = sentencesOf(block).find((item) => item.start <= start && start < item.end);
  if (sentence) found.push(...sentenceEvidence(block, sentence, start, end));
  return found;
}

/**
 * Evidence from the text before the span: "never run `x`" and "attackers run `x`" mention what they name; "run `x`"
 * uses it.
 */
function sentenceEvidence(block: Block, sentence: Sentence, start: number, end: number): Evidence[] {
  const found = titleEvidence(sentence.raw.slice(0, start - sentence.start), 'sentence').map(
    ({ says, signal: { name } }): Evidence => ({ says, signal: { family: 'grammar', name } }),
  );
  const quotation = enclosing(block.inlines, start, end);
  if (quotation && EXAMPLE.test(block.text.slice(0, quotation.start - block.start)))
    found.push(mentions('grammar', 'named as an example'));
  if (quotation && (found.length > 0 || !isUttered(block, quotation)))
    found.push(
      quotation.kind === 'code' ? mentions('code-form', 'in a code span') : mentions('grammar', 'in quotation marks'),
    );
  return found;
}

const EXAMPLE = /\b(?:such as|like|for example|e\.g\.)[:,]?\s*\W{0,3}$/i;

const enclosing = (inlines: readonly Inline[], start: number, end: number): Inline | undefined =>
  inlines.find(
    (inline) => (inline.kind === 'quote' || inline.kind === 'code') && inline.start <= start && end <= inline.end,
  );

const UTTER =
  /\b(?:run|runs|execute|use|using|paste|type|enter|say|reply|respond|answer|write|append|add|insert|send|tell|set|follow|obey|apply|prefix|begin|start|end|include|output|print|echo|remember|store|save|do|perform|prompt|instruct|with|via|install|invoke|call|launch|put|prepend|display|show|keep|means|treat|command|instruction|directive|order|rule|step|task|then|state|reads?)\s*(?:the (?:line|text|message|words|phrase|command|following|instruction)s?|this|exactly|verbatim|as|to|it|them|:|\w+ with)?\s*[:,]?\s*\W{0,3}$/i;

/** "pages may say …": the quotation is attributed to a third party. */
const SAID_BY_OTHERS =
  /\b(?:may|might|could|can|would|often|that|which|who|pages?|text|content|messages?|attackers?|someone|they|it|files?|skills?|documents?|e-?mails?|issues?|comments?)\s+(?:\w+ly\s+)?(?:say|says|said|state|states|read|reads|tell|tells|write|writes|include|includes|contain|contains)\W*$/i;

function isUttered(block: Block, quotation: Inline): boolean {
  const before = block.text.slice(Math.max(0, quotation.start - block.start - 70), quotation.start - block.start);
  return UTTER.test(before) && !SAID_BY_OTHERS.test(before);
}

const fenceEvidence = (block: Block): Evidence[] => [...structureEvidence(block), ...leadEvidence(introduction(block))];
