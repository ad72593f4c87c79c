import { findEncodedRuns, findTurnedText } from '@assay/analysis/bundle/decode/encoded-runs';
import { foldText } from '@assay/analysis/bundle/decode/fold';
import { findHiddenBits } from '@assay/analysis/bundle/decode/hidden-bits';
import { derivedView, type ViewIds } from '@assay/analysis/bundle/decode/view';
import { findDisplacement, findTerminalTricks, whatItCarries } from '@assay/analysis/flow/concealment/concealment';
import {
  type Concealed,
  findBidi,
  findSelectors,
  findTags,
  findZeroWidth,
} from '@assay/analysis/flow/concealment/unicode';
import { documentOf } from '@assay/analysis/languages/markdown/index';
import { hitsOf, readStatement, type Sentence, splitSentences } from '@assay/analysis/prose/index';
import type { InstructionValue, Span, View } from '@assay/analysis/types';
import { TOOL_LIMITS } from './limits.ts';
import type { Text } from './server.ts';

/** One sentence of a list, read as the prose of skills is. */
export type Said = {
  readonly at: Span;
  readonly text: Text;
  readonly sentence: Sentence;
  readonly value: InstructionValue | undefined;
  /** A duty laid on whoever reads, rather than a word on what the tool does. */
  readonly isAddressed: boolean;
  /** Speaks of what others say, in quotation marks. */
  readonly isMention: boolean;
  /** Nobody who looks at the list sees it. */
  readonly isHidden: boolean;
};

/** Something a text keeps out of sight, and what comes out of it. */
export type Hidden = {
  readonly at: Span;
  readonly text: Text;
  readonly technique: Concealed['technique'];
  readonly revealed: string;
  readonly carries: ReturnType<typeof whatItCarries> | 'binary';
};

export type Heard = { readonly said: readonly Said[]; readonly hidden: readonly Hidden[] };

const HIDDEN_MAX = 200;

/** Everything that one string of a list says, openly and otherwise. */
export function listen(text: Text, ids: ViewIds): Heard {
  // What lies beyond is named by whoever found the list.
  if (text.view.text.length > TOOL_LIMITS.textCharsMax) return { said: [], hidden: [] };
  const hidden = hiddenIn(text).slice(0, HIDDEN_MAX);
  const folded = foldText(text.view.text);
  return {
    hidden,
    said: [
      ...sentencesOf(text, text.view, hidden),
      ...(folded === undefined ? [] : sentencesOf(text, derivedView(ids, text.view, folded, 'folded'), [])),
      ...hidden.flatMap((one) => revealedSentences(one, ids)),
    ],
  };
}

/** A key and a number are no sentence. */
const WORDS = /(?<!\p{L})\p{L}{2,}[\s,]+\p{L}{1,}|[\u3040-\u9fff\uac00-\ud7af]{4,}/u;

/** A name of many words is a sentence without blanks. */
const SPELLED_OUT = /^[A-Za-z]+(?:[_-][A-Za-z]+){4,}$/;

function sentencesOf(text: Text, view: View, hidden: readonly Hidden[]): Said[] {
  if (SPELLED_OUT.test(view.text)) {
    const [sentence] = splitSentences(view.text.replace(/[_-]/g, ' '));
    const at = { view, start: 0, end: view.text.length };
    return sentence === undefined ? [] : [toSaid(text, at, sentence, { isHidden: false, isHead: false })];
  }
  if (!WORDS.test(view.text)) return [];
  return splitSentences(view.text).map((sentence) => {
    const { start, end } = sentence;
    const isHead = start === 0 && text.path.length === 1 && !text.isKey;
    const isHidden = hidden.some(({ at }) => at.start < end && start < at.end && at.view === view);
    return toSaid(text, { view, start, end }, sentence, { isHidden, isHead });
  });
}

function revealedSentences({ at, text, revealed, technique }: Hidden, ids: ViewIds): Said[] {
  if (!WORDS.test(revealed)) return [];
  const segments = [{ start: 0, length: revealed.length, parentStart: at.start, parentLength: at.end - at.start }];
  const view = derivedView(ids, at.view, { text: revealed, segments }, technique);
  return splitSentences(revealed).map((sentence) =>
    toSaid(text, { view, start: sentence.start, end: sentence.end }, sentence, { isHidden: true, isHead: false }),
  );
}

/** The head of a description says what the tool does, in whatever mood; what follows speaks to its reader. */
const toSaid = (text: Text, at: Span, sentence: Sentence, { isHidden, isHead }: Standing): Said => ({
  at,
  text,
  sentence,
  value: readStatement(sentence),
  isAddressed: isAddressed(sentence.text) || (!isHead && isImperative(sentence.text)),
  isMention:
    !isHidden &&
    ((QUOTED.test(sentence.raw) && (hitsOf(sentence, 'attribution').length > 0 || EXAMINES.test(sentence.raw))) ||
      (KIND_OF_ATTACK.test(sentence.raw) && hitsOf(sentence, 'attribution').length > 0) ||
      QUOTED_LINE.test(sentence.raw)),
  isHidden,
});
type Standing = { readonly isHidden: boolean; readonly isHead: boolean };

const QUOTED = /["“”'‘`«「][^"“”'’`»」]{6,}["“”'’`»」]/;
/** Begins with a look at something: what it quotes is what it looks for. */
const EXAMINES =
  /^\W*(?:audit|scan|detect|check|inspect|flag|find|lint|classif(?:y|ie)|recogni[sz]e|spot|test|review|analy[sz]e|match|look|search)e?s?\b[^"“'‘`«「]{0,200}["“'‘`«「]/i;
/** Calls what it speaks of an attack: who gives the order does not. */
const KIND_OF_ATTACK =
  /\b(?:(?:tool|prompt|context|memory)[ _-](?:poisoning|injections?)|injections?(?: attacks?| attempts?)|jailbreaks?|exfiltrations?|phishing|malicious|hostile|attacks?|attackers?|rug[ -]?pulls?)\b/i;
/** A line that quotes, and holds nothing else. */
const QUOTED_LINE = /^\s*>\s*["“«‘'].*["”»’'.]\s*$/s;
const DUTY =
  /\b(?:must|should|shall|always|never|ensure|make sure|be sure|needs? to|have to|has to|required to|remember to|do not|don['’]t|are to|please|first|mandatory|obligatory|instructed)\b/;
const READER = /\b(?:you|your|yours|assistant|agent|model|llm|ai)\b/;
const OCCASION =
  /\b(?:before|after|when(?:ever)?|while|once|prior to|each time|every time|upon|instead of|on every|in every|for every|with every)\b[^.]{0,80}\b(?:tools?|function|calls?|called|calling|using|used?|invok\w+|requests?|respon\w+|answer\w*|messages?|conversation|session|tasks?)\b/;
const LEAD = /^\W*[A-Z][A-Z ]{3,30}\W{0,3}[:!>\]\n]/;
const UNSPACED = /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]{4,}/;

const DUTY_ABROAD =
  /\b(?:ne\s+\w+\s+(?:pas|jamais|rien)|(?:vous|il faut|doit|devez)|(?:nicht|niemals|immer|muss|müssen|soll(?:en|te)?)|(?:nunca|siempre|debe[ns]?|tienen? que|deberán?)|(?:sempre|devem?|devono|precisam?|têm? de)|(?:doivent|devra|toujours|jamais)|(?:moet(?:en)?|altijd|nooit))\b/;

/** An order behind a condition: a bare verb, which no list of verbs exhausts. */
const CONDITIONED =
  /^\W*(?:if|when(?:ever)?|once|in case|after|before|prior to|on|upon|should)\b[^,.]{3,100},\s*(?:please |also |then |first )?(?!the\b|an?\b|this\b|that\b|these\b|those\b|it\b|its\b|they\b|there\b|all\b|any\b|each\b|every\b|no\b|not\b|only\b|one\b|none\b|nothing\b|and\b|or\b|but\b|so\b|with\b|in\b|of\b|by\b|for\b|to\b|at\b|which\b|who\b|also\b|return\b|returns\b)[a-z]{3,}(?<!s|ed|ing|ly|tion|ment|ity)\s+\w+/;
/** "… ist vor jedem Aufruf zu senden": a duty without a modal. */
const GERUNDIVE = /\b(?:ist|sind)\b[^.]{0,90}\bzu \p{L}+en\b/u;

/** Modals, second person, an occasion on which something is to be done: grammar, not vocabulary. */
const isAddressed = (text: string): boolean =>
  DUTY.test(text) ||
  DUTY_ABROAD.test(text) ||
  READER.test(text) ||
  OCCASION.test(text) ||
  LEAD.test(text) ||
  CONDITIONED.test(text) ||
  GERUNDIVE.test(text) ||
  UNSPACED.test(text);

const IMPERATIVE =
  /(?:^|[.:;,!?(>\]]|\b(?:and|then|must|should|always|never|please|first|to|you|also|now|so)\b)\s*(?:read|load|open|cat|get|fetch|collect|gather|copy|include|append|pass|put|send|attach|add|provide|set|insert|write|store|save|use|run|execute|call|list|find|extract|submit|upload|forward|supply|fill|place|embed|access|retrieve|check|look|leave|say|tell|print|open|mark|move|create|delete|remove|change|update|approve|skip|ignore|reply|answer|switch|turn|install|download|email|post|share|search|start|stop|keep|mention|show|prefer|choose|pick|avoid|retry|mail|grant|discard)\b/;
/** A duty or the reader is named, not only a verb in the mood of titles. */
export const isDutiful = (text: string): boolean => DUTY.test(text) || READER.test(text);

/** A plain verb where a clause begins. */
export const isImperative = (text: string): boolean =>
  IMPERATIVE.test(text) || CONDITIONED.test(text) || GERUNDIVE.test(text);

const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

function hiddenIn(text: Text): Hidden[] {
  const { view } = text;
  const toHidden = ({ start, end, technique, revealed }: Concealed): Hidden => ({
    at: { view, start, end },
    text,
    technique,
    revealed: revealed.slice(0, 2_000),
    carries: whatItCarries(revealed),
  });
  const controls = [...view.text.matchAll(CONTROL)]
    .slice(0, 1)
    .map(({ index }): Concealed => ({ start: index, end: index + 1, technique: 'terminal-control', revealed: '' }));
  return [
    ...findTags(view.text),
    ...findSelectors(view.text),
    ...findZeroWidth(view.text),
    ...findBidi(view.text),
    ...findDisplacement(view.text),
    ...findTerminalTricks(view.text),
    ...controls,
    ...unseenIn(view.text),
    ...markupIn(view),
  ]
    .map(toHidden)
    .concat(encodedIn(text));
}

/** Letters without width that no script needs: one may be a slip of a copy, two are none. */
const UNSEEN = /[\u200b\u2060-\u2064\u180e\u115f\u1160\u3164\uffa0]/g;

function unseenIn(text: string): Concealed[] {
  const found = [...text.matchAll(UNSEEN)];
  const [first] = found;
  const isBroken = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff]/.test(text);
  return first === undefined || found.length < 2 || isBroken
    ? []
    : [{ start: first.index, end: first.index + 1, technique: 'zero-width', revealed: '' }];
}

const MARKUP = /<!--|<[a-z]+\s[^>]*(?:style|hidden)/i;

/** What a page made of this text would not show. */
function markupIn(view: View): Concealed[] {
  if (!MARKUP.test(view.text)) return [];
  return documentOf(view).hidden.map(({ start, end, how, text: revealed }) => ({
    start,
    end,
    technique: how === 'comment' ? 'html-comment' : 'styled-away',
    revealed,
  }));
}

function encodedIn(text: Text): Hidden[] {
  const { text: whole } = text.view;
  return [...findEncodedRuns(whole), ...findTurnedText(whole), ...findHiddenBits(whole)].map(
    ({ start, end, text: revealed, isBinary }) => ({
      at: { view: text.view, start, end },
      text,
      technique: 'encoded-run',
      revealed: revealed.slice(0, 2_000),
      carries: isBinary ? 'binary' : whatItCarries(revealed),
    }),
  );
}
