import type { Block, MarkdownDocument, Span } from '../../languages/markdown/index.ts';

/**
 * Sentences that bring an example to life: "now run the snippet above", "follow the quoted steps", "apply section B".
 * What they point at is executable, whatever surrounds it.
 */
const USE =
  /\b(?:run|execute|use|copy|paste|apply|follow|perform|do(?!\s+not\b|n['’]t)|carry out|obey|try|invoke|issue|enter|type|launch|send|treat|adopt|honou?r|act on|comply with|implement|start with|proceed with|repeat|go ahead with|activate|enable|replay|re-?run|(?:put|feed|pipe)(?=\b[^.!?]{0,80}\b(?:terminal|shell|console|prompt|command line)\b))\b/gi;
const ANY_USE = new RegExp(USE.source, 'i');
const POINTER =
  /\b(?:the|that|this|these|those|each|every|all|any|its|said|same|quoted|first|last|second|third|both)\s+(?:[\w-]+\s+){0,4}?(?:examples?|snippets?|samples?|commands?|blocks?|code|lines?|steps?|instructions?|quotes?|quotations?|quoted text|text|phrases?|sentences?|entries|entry|items?|rows?|tables?|lists?|sections?|appendix|payloads?|scripts?|bullets?|strings?|one-liners?|patterns?|fences?|fixtures?|test cases?|it|anti-patterns?|counter-?examples?|contents?|words|directives?|prompts?|paragraphs?|comments?|callouts?|warnings?|notes?|box|rules?|messages?)\b|\b(?:examples?|snippets?|commands?|lines?|steps?|section|appendix)\s+(?:[A-Z0-9]\b|above|below)|\b(?:it|them|that|this|exactly that|the above|the below|the following|what (?:is|was) (?:quoted|shown|written)|everything (?:above|below|in))\b/i;
const ABOVE =
  /\b(?:above|previous|preceding|earlier|prior|just (?:shown|quoted|given|listed)|last|quoted|it|them|that)\b/i;
const BELOW = /\b(?:below|following|next|after this|underneath)\b/i;
/** Everything of a kind is meant, wherever it stands. */
const WHOLE =
  /\b(?:run|execute|use|copy|apply|follow|perform|obey|carry out|treat|honou?r|do)\s+(?:\w+\s+){0,2}?(?:all|every|each|any)\s+(?:of\s+)?(?:the\s+|these\s+)?(?:[\w-]+\s+){0,2}?(?:examples?|snippets?|quotes?|quoted|payloads?|fixtures?|anti-patterns?|counter-?examples?|forbidden|prohibited|items)\b|\b(?:follow|run|execute|apply|obey|perform|carry out)\b[^.]{0,60}\bappendix\b/i;
const REVERSAL =
  /\b(?:actually|in reality|in fact|really|despite|regardless|nonetheless|nevertheless|disregard the warning|ignore the (?:warning|label|heading|note|quotes?|quotation marks)|not (?:just |really |merely |only )?(?:an? |the )?(?:examples?|warnings?|quotes?|documentation|illustration)|is (?:live|real|active|binding|in effect)|are (?:live|real|active|binding|in effect)|applies? to you|for real|contrary to|opposite|labels? (?:is|are) (?:wrong|decorative|outdated)|treat (?:it|them|this|that|these|those|the \w+) as (?:an? |your |the )?(?:active |live |real |binding |actual )?(?:instructions?|directives?|orders?|commands?|steps?|rules?|requirements?|tasks?))\b/i;

/** A stretch brought to life, and the sentence that does it. */
export type ExampleUse = { readonly start: number; readonly end: number; readonly by: Span };

/** "Treat these strings as data" takes life away. */
const DISARMS =
  /\btreat\b[^.]{0,80}\bas (?:an? |the )?(?:data|untrusted|inert|plain|text|labels?|suspicious|malicious|hostile|injections?|attacks?|examples?|red flags?|content|literals?|strings?|findings?|errors?|warnings?|evidence|input)\b/i;
const REACH_CHARS = 4_000;
const NEGATED = /(?:\b(?:never|not|avoid|refuse to|without|rather than|instead of)|n['’]t)\b[^.;:]{0,40}$/i;
const SENTENCE = /[^.!?\n]{4,400}[.!?\n]?/g;

/** The stretches of a document that some sentence tells the reader to use. */
export function findExampleUses(document: MarkdownDocument): ExampleUse[] {
  const uses: ExampleUse[] = [];
  for (const [index, block] of document.blocks.entries()) {
    if (block.kind === 'fence' || block.kind === 'html') continue;
    for (const match of block.text.matchAll(SENTENCE)) {
      const isReversal = REVERSAL.test(match[0]) && POINTER.test(match[0]);
      const isUse =
        ANY_USE.test(match[0]) &&
        Array.from(match[0].matchAll(USE)).some(
          (use) => POINTER.test(match[0].slice(use.index)) && !NEGATED.test(match[0].slice(0, use.index)),
        );
      if ((!isUse && !isReversal) || DISARMS.test(match[0])) continue;
      const by = { start: block.start + match.index, end: block.start + match.index + match[0].length };
      uses.push(...targetsOf(document.blocks, index, by, match[0], isReversal).map((target) => ({ ...target, by })));
    }
  }
  return uses;
}

function targetsOf(blocks: readonly Block[], index: number, by: Span, sentence: string, isReversal: boolean): Span[] {
  const block = blocks[index];
  if (!block) return [];
  if (WHOLE.test(sentence)) {
    return [{ start: 0, end: Number.MAX_SAFE_INTEGER }];
  }
  if (SECTION_BEFORE.test(sentence)) return sectionBefore(blocks, index);
  const section = block.headings.join('\u0000');
  const inSection = (other: Block) =>
    other.headings.join('\u0000').startsWith(section) || section.startsWith(other.headings.join('\u0000'));
  const isBelow = BELOW.test(sentence) && !ABOVE.test(sentence);
  const isAbove = ABOVE.test(sentence) && !BELOW.test(sentence);
  const targets: Span[] = [];
  if (!isBelow) targets.push(...nearest(blocks, index, -1, by, inSection, isAbove || isReversal));
  if (!isAbove) targets.push(...nearest(blocks, index, 1, by, inSection, isBelow));
  return targets;
}

const SECTION_BEFORE =
  /\b(?:previous|preceding|last|prior|earlier|foregoing)\s+(?:section|chapter|part|heading|page)\b|\b(?:section|chapter|part)\s+(?:above|before)\b/i;

/** Everything under the headings that come before those of this block. */
function sectionBefore(blocks: readonly Block[], index: number): Span[] {
  const own = blocks[index]?.headings.join('\u0000');
  const last = blocks.findLastIndex(
    (block, at) => at < index && block.kind !== 'heading' && block.headings.join('\u0000') !== own,
  );
  const section = blocks[last]?.headings.join('\u0000');
  return blocks
    .slice(0, last + 1)
    .filter((block) => block.headings.join('\u0000') === section)
    .map(({ start, end }) => ({ start, end }));
}

/** The block pointed at: the neighbour, with the whole list or table it belongs to. */
function nearest(
  blocks: readonly Block[],
  index: number,
  step: 1 | -1,
  by: Span,
  inSection: (block: Block) => boolean,
  isDirected: boolean,
): Span[] {
  const found: Span[] = [];
  const own = blocks[index];
  if (own) found.push(step < 0 ? { start: own.start, end: by.start } : { start: by.end, end: own.end });
  const first = blocks[index + step];
  if (!first || !(isDirected || inSection(first))) return found;
  let edge = first;
  for (let next = index + step; ; next += step) {
    const block = blocks[next];
    if (!block || Math.abs(block.start - by.start) > REACH_CHARS || !isSameGroup(first, block)) break;
    edge = block;
  }
  found.push({ start: Math.min(first.start, edge.start), end: Math.max(first.end, edge.end) });
  return found;
}

const isSameGroup = (a: Block, b: Block): boolean =>
  a === b ||
  (a.kind === b.kind &&
    (a.kind === 'cell' || (a.listDepth > 0 && b.listDepth > 0) || (a.isQuotation && b.isQuotation)));
