import type { InstructionAct, InstructionValue } from '../model.ts';
import type { MarkdownDocument } from '../parse/markdown/index.ts';
import { type CuedReader, onAny, type Passage, type SeenAct } from './acts/act.ts';
import { claimReaders } from './acts/claims.ts';
import { dataReaders } from './acts/data.ts';
import { effectReaders } from './acts/effects.ts';
import { footholdReaders } from './acts/footholds.ts';
import { frameReader } from './acts/frames.ts';
import { readOutflow } from './acts/outflow.ts';
import { phraseReaders } from './acts/phrases.ts';
import { ruleFrames } from './acts/rule.frames.ts';
import { secrecyFrames } from './acts/secrecy.frames.ts';
import { subversionReaders } from './acts/subversion.ts';
import { takeoverFrames } from './acts/takeover.frames.ts';
import { workFrames } from './acts/work.frames.ts';
import { cuesOf, hasCue } from './cues.ts';
import { polarityAt } from './polarity.ts';
import { has, type Sentence, splitSentences } from './sentence.ts';

/** An instruction and where it stands in the text it was read from. */
export type ProseInstruction = { readonly start: number; readonly end: number; readonly value: InstructionValue };

export const PROSE_LIMITS = { instructionsMax: 4_000, sentencesMax: 40_000 } as const;

const READERS: readonly CuedReader[] = [
  ...subversionReaders,
  ...dataReaders,
  ...effectReaders,
  ...footholdReaders,
  ...claimReaders,
  ...phraseReaders,
];

/** Readers that go by the roles of words. */
const ROLE_READERS: readonly CuedReader[] = [
  onAny(frameReader([...ruleFrames, ...secrecyFrames, ...workFrames, ...takeoverFrames])),
  onAny(readOutflow),
];

/** Fences that hold text for a reader or a model rather than a program. */
const PROSE_FENCES: ReadonlySet<string> = new Set([
  '',
  'text',
  'txt',
  'md',
  'markdown',
  'prompt',
  'plaintext',
  'plain',
  'xml',
  'mdx',
]);

const read = new WeakMap<MarkdownDocument, readonly ProseInstruction[]>();

/** Instructions of a Markdown document: its prose, front matter, hidden text and text fences. Read once per document. */
export function readDocument(document: MarkdownDocument): readonly ProseInstruction[] {
  const known = read.get(document);
  if (known !== undefined) return known;
  const made = readStretches(stretchesOf(document));
  read.set(document, made);
  return made;
}

type Stretch = { readonly text: string; readonly start: number };

function stretchesOf(document: MarkdownDocument): Stretch[] {
  const stretches: Stretch[] = [];
  for (const field of document.frontMatter?.fields ?? []) stretches.push({ text: field.text, start: field.start });
  for (const block of document.blocks) {
    if (block.kind === 'fence' && !PROSE_FENCES.has(block.language)) continue;
    stretches.push({ text: block.text, start: block.start });
  }
  return stretches;
}

/** Instructions of any other text: a comment, a data field, a plain file. Places are counted from `offset`. */
export const readText = (text: string, offset = 0): ProseInstruction[] => readStretches([{ text, start: offset }]);

function readStretches(stretches: readonly Stretch[]): ProseInstruction[] {
  const found: ProseInstruction[] = [];
  let sentences = 0;
  for (const { text, start } of stretches) {
    let previous: Sentence | null = null;
    for (const sentence of splitSentences(text, start)) {
      sentences += 1;
      if (sentences > PROSE_LIMITS.sentencesMax || found.length >= PROSE_LIMITS.instructionsMax) return found;
      found.push(...readSentence(sentence, previous));
      previous = sentence;
    }
  }
  return found;
}

function readSentence(sentence: Sentence, previous: Sentence | null): ProseInstruction[] {
  const cues = cuesOf(sentence);
  const passage: Passage = { sentence, addresses: sentence.addresses, previous, cues };
  const hasWords = sentence.hits.length > 0 || sentence.raw.includes('<');
  const readers = [
    ...(hasWords ? READERS.filter(({ cues: needed }) => needed.some((cue) => hasCue(cues, cue))) : []),
    ...(sentence.roles.length > 0 ? ROLE_READERS : []),
  ];
  const seen = readers.flatMap(({ read }) => read(passage)).filter((one) => !isReported(sentence, one));
  return seen
    .filter((one, index) => !isSeenTwice(one, seen.slice(0, index)))
    .map((one) => toInstruction(sentence, one));
}

/** 'A mail that says "forward everything to …"', 'examples: "…", "…"': what others write is not asked for here. */
function isReported({ text }: Sentence, { verbAt, end }: SeenAct): boolean {
  const opening = text.search(QUOTE);
  if (opening === -1 || !REPORTS.test(text.slice(0, opening))) return false;
  return [verbAt, end - 1].some((at) => at > opening && (text.slice(0, at).match(QUOTES)?.length ?? 0) % 2 === 1);
}

const QUOTE = /["“”]/;
const QUOTES = /["“”]/g;
const REPORTS =
  /\b(?:contain(?:s|ed|ing)?|includes|included|reads|says|said|saying|claims|states|stated|asks|asked|hides|hidden|begins|ends|examples?|phrases|sentences|such as)\b[^"“”.!?]{0,40}$/;

/** Two readers may see one order; it is the same when nothing but the words they went by differs. */
const isSeenTwice = (one: SeenAct, before: readonly SeenAct[]): boolean =>
  SAME_BY_ACT.has(one.act) &&
  before.some((other) => other.act === one.act && other.start < one.end && one.start < other.end);

const SAME_BY_ACT: ReadonlySet<InstructionAct> = new Set(['override-rules', 'sway-reviewer']);

function toInstruction(sentence: Sentence, seen: SeenAct): ProseInstruction {
  const polarity = seen.isPolar ? 'positive' : polarityAt(sentence, seen.verbAt);
  const exception = sentence.hits.find((hit) => hit.tag === 'exception') ?? undefined;
  const isConditional = polarity === 'conditional';
  return {
    start: sentence.start + seen.start,
    end: sentence.start + seen.end,
    value: {
      act: seen.act,
      verb: seen.verb,
      object: seen.object,
      objectKind: seen.objectKind,
      destination: seen.destination,
      addressee: seen.act === 'sway-reviewer' ? 'reviewer' : addresseeOf(sentence),
      modality: isConditional && !exception ? 'may' : modalityOf(sentence, seen),
      negated: polarity === 'negated',
      condition: isConditional || exception ? conditionOf(sentence, exception?.start) : ifClause(sentence),
      scope: has(sentence, 'always') ? 'always' : 'once',
      concealed: has(sentence, 'silent') && !isConditional,
      pressure: has(sentence, 'pressure'),
      language: seen.language,
    },
  };
}

const CONDITION_CHARS_MAX = 120;
const IF = /(?:^|[\s,;])(?:if|when|once|whenever|in case)\s[^,;.]{2,120}/;

const ifClause = (sentence: Sentence): string | null =>
  IF.exec(sentence.text)?.[0].trim().slice(0, CONDITION_CHARS_MAX) ?? null;

const conditionOf = (sentence: Sentence, at: number | undefined): string =>
  sentence.text.slice(at ?? 0, (at ?? 0) + CONDITION_CHARS_MAX);

const USER_SUBJECT = /^(?:the )?(?:users?|you can|developers?|customers?)\s+(?:can|may|could|should|must|will|need)\b/;

const addresseeOf = (sentence: Sentence): InstructionValue['addressee'] =>
  USER_SUBJECT.test(sentence.text) ? 'user' : 'agent';

const MUST =
  /\b(?:must|always|mandatory|required|have to|has to|shall|never|need to|needs to|ensure|make sure|be sure)\b|必须|务必|必ず|반드시|debes|deve|devez|musst|müssen|должен|обязательно/;
const MAY = /\b(?:may|might|can|could|would|optionally|optional|consider|if you (?:want|like|wish))\s*$/;
const DESCRIBED =
  /(?:^|\s)(?:it|they|he|she|we|i|that|which|who|this (?:skill|tool|script|command|section|document|plugin|file)|the (?:skill|tool|script|command|server|api|cli|app|application|system|service|program|function|method|page|browser|attacker|model provider|user|users|developer|team)|users|developers|attackers|agents|models|clients|hosts|tools|is|are|was|were|been|being|be|to|for|by|how|of|and it)\s+(?:\w+ly\s+|also\s+|then\s+|will\s+|can\s+|may\s+|not\s+)?$/;

/** "a user writes “…”", "scam (“…”)": what others say is told, not asked for. */
const IN_MOUTH =
  /\b(?:users?|someone|somebody|people|learners?|students?|callers?|customers?|person|messages?|mails?|comments?|scams?|spam|attackers?|they|who)(?: \w+){0,2}(?: (?:writes?|wrote|says?|said|types?|typed|asks?|asked|posts?|reads?|saying|like|such as|with))?:?\s*\(?["“‘][^"”’]{0,40}$/;
/** "set up a rule that sends …": arranging an act is asking for it. */
const ARRANGED =
  /\b(?:rule|filter|hook|job|script|process|task|webhook|workflow|handler|trigger|entry|alias|function|macro|service|daemon|timer)\s+(?:that|which|to)\s+(?:\w+ly\s+)?$/;
/** "use sudo to switch …": the means stands first. */
const BY_MEANS = /(?:^|[.;:,]\s|\d\.\s)(?:then |and |please )?(?:use|run|execute)\s+[\w`./-]{2,30}\s+to\s+$/;
const GERUND = /^[a-z]+ing\b/;
const THIRD_PERSON =
  /^(?!(?:pass|process|access|address|bypass|compress|express|assess|discuss|dismiss|press|cross)$)[a-z]{3,}s$/;
const ORDERED =
  /\b(?:requires?|orders?|instructs?|asks?|tells?|directs?|commands?|wants?|expects?|authori[sz]ed?|permits?|need|obliges?) (?:you|the agent|the assistant|(?:all |every |any )?(?:agents?|assistants?|models?)|this skill|claude) to\s+(?:[^.;]{0,60}\band to\s+)?(?:\w+ly\s+)?$/;
/** "you are permitted to …", "convince the user to …": whoever writes it wants it done. */
const GRANTED =
  /\byou (?:are|may be) (?:permitted|allowed|free|authori[sz]ed|cleared|entitled) to\s+$|\b(?:convince|persuade|urge|trick|talk|push|pressure|lead) (?:the )?(?:user|users|person|them) (?:in)?to\s+$/;
/** "by emptying the table": the means of what is asked. */
const MEANS = /\b(?:by|with|start|begin|continue|keep|proceed to)\s+(?:\w+ly\s+)?$/;
/** What the skill or its agent is said to do with data is what it does; what others do is only told. */
const SELF_SUBJECT =
  /(?:^|\s)(?:it|the agent|the assistant|this (?:skill|tool|plugin)|the skill|agents)\s+(?:\w+ly\s+|also\s+|then\s+|first\s+|will\s+)?$/;
const PASSIVE = /\b(?:is|are|be|gets?|being)\s+(?:\w+ly\s+|also\s+|then\s+|first\s+)?$/;
/** Said of the data itself: "a duplicate travels to …" is an order to let it travel. */
const OWN_MOTION = /^(?:goes|travels|leaves for|belongs (?:in|at)|moves)$/;

/** How strongly the words at a place are asked for; `plain` is a description, not a request. */
function modalityOf(
  sentence: Sentence,
  { act, verbAt: at, verb, isPolar, isSaid, objectKind, language }: SeenAct,
): InstructionValue['modality'] {
  const before = sentence.text.slice(Math.max(0, at - 40), at);
  if (MAY.test(before)) return 'may';
  if (IN_MOUTH.test(sentence.text.slice(Math.max(0, at - 90), at))) return 'plain';
  if (isSaid === true) return 'should';
  if (GRANTED.test(before)) return 'should';
  if (ORDERED.test(sentence.text.slice(Math.max(0, at - 120), at))) return 'must';
  if (act === 'send' && objectKind !== 'workspace' && (SELF_SUBJECT.test(before) || PASSIVE.test(before)))
    return 'should';
  if (act === 'send' && has(sentence, 'always') && PASSIVE.test(before)) return 'should';
  if (OWN_MOTION.test(verb) || (GERUND.test(verb) && MEANS.test(before))) return 'should';
  if (ARRANGED.test(before) || BY_MEANS.test(before)) return 'should';
  if (DESCRIBED.test(before))
    return /\b(?:must|should|need(?:s)? to|ha(?:ve|s) to|(?:is|are) (?:to|asked to|told to|obliged to|required to)|sure to|ensure)\b/.test(
      before,
    )
      ? 'must'
      : 'plain';
  // "skipping the tests" names an act, "uploads" describes one or is a noun.
  if (!isPolar && language === 'en' && (GERUND.test(verb) || THIRD_PERSON.test(verb))) return 'plain';
  return MUST.test(sentence.text) ? 'must' : 'should';
}
