import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import { addressingOf, type Bid, bidsOf } from '@assay/analysis/prose/index';
import { glossOf, isAbroad } from '@assay/analysis/prose/vocabulary/index';
import { meaningsOf } from '../../tools/meaning.ts';
import type { ApiDocument } from '../document/document.ts';
import { eachNode } from '../document/references.ts';
import { type ApiHit, apiRule } from '../rule.ts';
import { commentsOf, textFields } from '../texts.ts';
import { entriesOf, type Place, type TreeNode } from '../tree/node.ts';

/** Said to a program that reads, not to a person. */
const ADDRESSED =
  /\b(?:language models?|(?:automated|automatic|programmatic|non-?human|machine|software|robotic|ai|llm)[- ](?:callers?|clients?|consumers?|readers?|integrations?|systems?|programs?)|(?:models|agents|assistants|llms|chatbots)\s+(?:fill|send|include|pass|put|add|attach|call|read|copy|use|set|give|provide|must|should|shall|need)\b|(?:ai|llm|language[- ]model|autonomous|chat|coding|calling|your|the|this|any|all|every)[- ](?:agents?|assistants?|models?|chat ?bots?|copilots?)|(?:agents?|assistants?|llms?|chat ?bots?|ai (?:systems?|tools?|clients?))(?=\s+(?:must|should|shall|need|have to|are|is to|reading|calling|using|that|who|:))|as an ai|if you are an? (?:ai|llm|agent|assistant|language model)|(?:note|instructions?|message|notice|reminder|attention|important)(?: (?:to|for))(?: all| any| the)? (?:ai|llms?|agents?|assistants?|models?|automated)|claude|chatgpt|gpt-\d|gemini|copilot)\b/i;
const ORDERS =
  /\b(?:must|shall|should|always|never|need to|have to|required to|before (?:calling|using|answering|responding|you)|first (?:call|send|read|fetch)|do not|don't|make sure|ensure|remember to|please|you will|you are)\b/i;
/** A sentence, or a part of one, that begins with an order. */
const COMMANDS =
  /(?:^|[.:;,]\s+|\b(?:then|and)\s+)(?:skip|stop|remove|delete|ignore|use|call|send|continue|proceed|treat|consider|assume|answer|reply|respond|return|pass|set|add|fill|include|put|copy|read)\b|\b(?:models|agents|assistants|llms|chatbots|callers|clients)\s+(?:fill|send|include|pass|put|add|attach|copy|give|provide)\b/i;
/** What no description has to ask a caller's own machine or conversation for. */
const GRAVE =
  /\b(?:conversation|chat history|message history|prior messages|previous messages|system prompt|your (?:prompt|instructions|context|memory|tools?|credentials|environment|configuration|api keys?)|user'?s (?:files?|credentials?|password|tokens?|keys?|home|documents?|e-?mails?|contacts|history|data|machine|secrets?)|environment variables?|~\/\.|\.env\b|\.ssh|id_rsa|private keys?|credentials?|api[- ]keys?|passwords?|secrets?|tokens? (?:of|from)|local files?|file list|working directory|file system|file contents?|clipboard|other tools?|all tools|tool lists?|list of (?:your |its )?tools)\b/i;
const MOVES =
  /\b(?:send|include|attach|append|forward|upload|post|pass|copy|fill|put|read|collect|gather|transmit|add|embed|exfiltrate|share|provide|encode|retrieve|leak|report|supply|paste|submit)\b/i;
/** Orders that are wrong whoever they are said to. */
const SUBVERSION: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.\n]{0,40}\b(?:(?:all|any|the|your|these|previous|prior|earlier|above|other|system|safety)\s+){1,4}(?:instructions?|rules?|guidelines?|guardrails?|prompts?|polic(?:y|ies)|directives?|restrictions?|constraints?|messages?|context)\b/i,
  /\b(?:do not|don't|never|without)\b[^.\n]{0,30}\b(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|mention(?:ing)?|reveal(?:ing)?|show(?:ing)?|disclos(?:e|ing)|alert(?:ing)?|warn(?:ing)?|ask(?:ing)?|consult(?:ing)?)\b[^.\n]{0,40}\b(?:the user|users|the human|the customer|the operator|your user|end user|a human|the person)\b/i,
  /<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[\/?INST\]|<\/?(?:system|assistant)(?:[_-](?:prompt|message|instructions?))?>|^(?:#{1,4}\s*)?(?:system|assistant)\s*(?:prompt|message|instruction|override)?\s*:\s*\S/im,
  /\byou are (?:now|no longer)\b[^.\n]{0,80}/i,
  /\b(?:skip|omit|avoid|without)\b[^.\n]{0,30}\b(?:confirmation|approval|asking|permission)\b[^.\n]{0,40}\b(?:user|person|human|customer|step)\b/i,
  /\bwithout (?:mention|mentioning|telling)\b|\bnot shown (?:to|in)\b[^.\n]{0,40}\buser\b/i,
  /\bnew (?:system )?instructions?\b\s*[:-]/i,
  /\b(?:even (?:where|if|when)|regardless of|in spite of|despite|against|contrary to|takes? precedence over|overrides?|supersedes?|outranks?)\b[^.\n]{0,50}\b(?:earlier|previous|prior|other|your|system|existing|user'?s?)\s+(?:\w+\s+)?(?:instructions?|rules?|guidelines?|prompts?|wish(?:es)?|requests?|polic(?:y|ies)|settings?)\b/i,
  /\btreat\b[^.\n]{0,60}\bas (?:if )?(?:coming|it came|said|given|written|sent|authori[sz]ed|approved|an? (?:order|instruction|command))\b/i,
  /\b(?:reveal|print|repeat|output|return|disclose|send|include)\b[^.\n]{0,40}\b(?:your |the )?(?:system prompt|hidden instructions?|initial instructions?|full (?:conversation|context|prompt)|conversation history|chat history|entire conversation)\b/i,
];
/** Orders to prefer, repeat or join calls: no harm shown, but a description describes. */
const STEERING =
  /\b(?:always|must|only|should)\b[^.\n]{0,60}\b(?:use|call|prefer|choose|recommend|invoke)\b[^.\n]{0,60}\b(?:this (?:api|endpoint|tool|operation|service)|instead of|over (?:any|all|other)|before (?:any|all|every|each)|after (?:any|all|every|each))/i;

/** Consent, advice and the only way to do something are ordinary in what developers read. */
const WRONG_HERE: ReadonlySet<Bid> = new Set(['consent', 'concealment', 'obeys', 'override', 'conversation', 'secret']);
/** Only somebody who talks with the user hears them say something, and answers. */
const TALKS =
  /\bbefore (?:you )?(?:answer|reply|respond)(?:ing)?\b|\b(?:assistants?|agents?|llms?|chat ?bots?|models?) (?:that|which|who) (?:call|use|read)s?(?: \w+){0,2} (?:also|then|first|must|should)\b|\b(?:when|if|whenever) (?:the |your )?(?:user|customer|person|human)s? (?:mentions?|asks?|wants?|says?|complains?)\b|\bin your (?:repl(?:y|ies)|answers?)\b|\b(?:tell|assure|convince) the (?:user|human|person) (?:that|to)\b/i;
/** Has the user say yes or no. */
const ASKS_FIRST =
  /\b(?:ask|asks|show|shows|confirm\w*)\b[^.]{0,40}\b(?:users?|person|human|customer)\b[^.]{0,80}\b(?:yes|approval|confirm\w*|consent|before|ask)\b/i;
const FILE = /(?<![\w:/.])(?:~|\$HOME|\/(?:etc|home|root))\/[\w./-]{2,120}/g;
const namesSecretFile = (sentence: string): boolean =>
  (sentence.match(FILE) ?? []).some((path) => isSecretPath(classifyPath(path.replace(/[.,;:)]+$/, ''))));

const SENTENCE = /(?<=[.!?])\s+|\n{2,}/;

type Judged = Pick<ApiHit, 'note' | 'class' | 'severity' | 'confidence'>;

/** What stands in quotation marks beside the name of an attack is spoken of, not said. */
const NAMES_ATTACK =
  /\b(?:prompt injection|injection|jailbreak\w*|phishing|poisoning|attack\w*|advisor(?:y|ies)|vulnerabilit\w+)\b/i;
const unquoted = (sentence: string): string =>
  NAMES_ATTACK.test(sentence) ? sentence.replace(/["“‘«][^"”’»]{4,200}["”’»]/g, '""') : sentence;

/** Only whoever reads a text in order to act on it is told what to do on reading it. */
const ON_READING =
  /\b(?:when(?:ever)?|once|after|if) you (?:read|see|receive|process|parse|reach|come across|encounter)\b[^.]{0,80}\b(?:must|should|also|then|call|send|delete|have to|always)\b|\byou must also (?:call|send|delete|read|run|fetch|add|pass)\b/i;

function judgeSentence(given: string): Judged | undefined {
  const sentence = unquoted(given);
  if (SUBVERSION.some((pattern) => pattern.test(sentence)))
    return {
      note: 'The text gives orders that set rules aside or keep somebody in the dark.',
      class: 'subversion',
      confidence: 'firm',
    };
  if (bidsOf(sentence).some((bid) => WRONG_HERE.has(bid)) || namesSecretFile(sentence))
    return {
      note: 'The text asks of its reader what no call needs.',
      class: 'bidding',
      severity: 'MEDIUM',
      confidence: 'firm',
    };
  const addressing = addressingOf(sentence);
  if (ON_READING.test(sentence))
    return {
      note: 'The text tells whoever reads it what to do besides the call.',
      class: 'acting',
      severity: 'MEDIUM',
      confidence: 'firm',
    };
  if (addressing === undefined && !ADDRESSED.test(sentence) && !TALKS.test(sentence)) return undefined;
  if (
    addressing !== undefined ||
    TALKS.test(sentence) ||
    ORDERS.test(sentence) ||
    COMMANDS.test(sentence) ||
    /^\W*(?:\w+\s+){0,4}:/.test(sentence)
  ) {
    if (GRAVE.test(sentence) && (addressing !== undefined || MOVES.test(sentence)))
      return {
        note: 'The text has an agent hand over what is not part of the call.',
        class: 'handing over',
        confidence: 'firm',
      };
    if (STEERING.test(sentence))
      return {
        note: 'The text tells agents which calls to make.',
        class: 'steering',
        severity: 'MEDIUM',
        confidence: 'firm',
      };
    if (ASKS_FIRST.test(sentence)) return undefined;
    return addressing !== undefined ||
      TALKS.test(sentence) ||
      /\b(?:https?:\/\/|run|execute|install|download|curl|transfer|pay|approve|confirm|auto-?approve|grant|disable|skip)\b/i.test(
        sentence,
      )
      ? {
          note: 'The text tells agents what to do besides the call.',
          class: 'acting',
          severity: 'MEDIUM',
          confidence: 'firm',
        }
      : undefined;
  }
  return undefined;
}

const LETTERS_MAX = 65_536;

function judgeText(text: string): (Judged & { readonly sentence: string }) | undefined {
  const sentences = text.slice(0, LETTERS_MAX).split(SENTENCE);
  // An order and the one it is meant for may stand in two sentences.
  const judged = sentences.flatMap((sentence, index) => {
    const found = judgeSentence(sentence) ?? judgeSentence(`${sentence} ${sentences[index + 1] ?? ''}`);
    return found === undefined ? [] : [{ ...found, sentence }];
  });
  return judged.find(({ severity }) => severity === undefined) ?? judged[0];
}

/** The line of a long text where the sentence begins; the whole of a short one. */
function placeOf(document: string, at: Place, sentence: string): Place {
  const [line = ''] = sentence.trimStart().split('\n');
  const start = line === '' ? -1 : document.indexOf(line, at.start);
  return start === -1 || start >= at.end ? at : { file: at.file, start, end: start + line.length };
}

/** What lists of tools may not say, documents may not either: the same questions, in whatever language. */
function judgeMeaning(text: string, isTrade: boolean): (Judged & { readonly sentence: string }) | undefined {
  const sentences = text.slice(0, LETTERS_MAX).split(SENTENCE);
  const sentence = sentences.find((one) => {
    const meanings = meaningsOf({ text: one, isValue: false, isTrade });
    return (
      (meanings.includes('reader') && isAbroad(one)) || meanings.includes('silence') || meanings.includes('unruled')
    );
  });
  if (sentence === undefined) return undefined;
  const note = 'The text tells whoever reads it what to do, to say or to leave unsaid.';
  return { note, class: 'acting', severity: 'MEDIUM', confidence: 'firm', sentence };
}
/** The service is about programs that read: to speak of them is its trade. */
const TRADE =
  /\b(?:ai|llms?|gpt|chat\w*|assistants?|agents?|models?|bots?|copilots?|prompts?|completions?|inference)\b/i;

/** An extension whose name says who is to read it. */
const FOR_AGENTS =
  /^x[-_].*(?:agent|assistant|llm|copilot|chatgpt|claude|\bai\b|(?:^|[-_])ai[-_]|prompt|model[-_](?:hint|instruction|note))/i;
/** By the places of their texts, since comments are none of the tree. */
const isForAgents = ({ start }: Place, found: ReadonlySet<number>): boolean => found.has(start);
function addressedFields(root: TreeNode): ReadonlySet<number> {
  const found = new Set<number>();
  eachNode(root, (node) => {
    for (const { key, value } of entriesOf(node))
      if (FOR_AGENTS.test(key))
        eachNode(value, ({ start }) => {
          found.add(start);
        });
  });
  return found;
}

/** Where the name already says that agents are meant, an order is enough. */
const ORDERED =
  /\b(?:must|shall|always|never|do not|don't|before (?:any|all|every)|instead of|replac(?:e|es|ing)|adopt|obey|system prompt|say that|tell (?:the|them|users?)|without (?:asking|telling|confirm\w+)|regardless|ignore|other tools?)\b/i;
function judgeNote(text: string): (Judged & { readonly sentence: string }) | undefined {
  const sentence = text
    .slice(0, LETTERS_MAX)
    .split(SENTENCE)
    .find((one) => ORDERED.test(one) && !ASKS_FIRST.test(one));
  const note = 'A note that is made for agents gives them orders.';
  return sentence === undefined
    ? undefined
    : { note, class: 'acting', severity: 'MEDIUM', confidence: 'firm', sentence };
}

function textHits({ file, text, root, title }: ApiDocument): ApiHit[] {
  const fields = textFields(root);
  const isTrade = TRADE.test(title);
  const forAgents = addressedFields(root);
  const comments = commentsOf(text, fields).map(({ at, lines }) => {
    const value = lines.join('\n');
    return { file, start: at, end: Math.min(text.length, at + value.length + COMMENT_MARK), value };
  });
  return [...fields, ...comments].flatMap((field): ApiHit[] => {
    const found =
      (isForAgents(field, forAgents) ? judgeNote(field.value) : undefined) ??
      judgeText(field.value) ??
      judgeText(glossOf(field.value)) ??
      judgeMeaning(field.value, isTrade);
    if (found === undefined) return [];
    const { sentence, ...judged } = found;
    return [{ ...judged, at: placeOf(text, field, sentence) }];
  });
}
const COMMENT_MARK = 40;

const directives = apiRule({
  id: 'API-16',
  title: 'A description that gives orders to agents',
  question: 'Does a text of the document tell the agent that reads it what to do?',
  severity: 'HIGH',
  nature: 'malice',
  references: ['OWASP-LLM01', 'OWASP-API10:2023', 'CWE-1427'],
  why: 'Agents read descriptions in order to call the service, and may take an order in them for one of their user.',
  fix: 'Describe what the operation does and needs, and leave the orders out.',
  blindTo:
    'A warning: what sentences mean is for a model or a person. Text that nobody sees and that addresses the agent blocks by the rules for hidden text, which run over every text too.',
  check: textHits,
});

export const TEXT_RULES = [directives];
