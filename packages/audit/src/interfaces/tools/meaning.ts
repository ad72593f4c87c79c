import { abroad, inEnglish, isAbroad, isBefore, isBeside } from '@assay/analysis/prose/vocabulary/index';

/** What a sentence of a list means for the one who reads it, in whatever language. */
export type Meaning = 'reader' | 'silence' | 'unasked' | 'unruled' | 'reply' | 'handed' | 'fetched';

const NEAR = 60;
const CLAUSE = 30;

/** Programs that read, as the ones who act: with a duty, or simply as the subject. */
function speaksToReader(text: string, isTrade: boolean): boolean {
  if (!isAbroad(text)) return !isTrade && READER_SHAPES.some((shape) => shape.test(text));
  const readers = abroad('reader', text);
  const maybe = [...readers, ...(isTrade ? [] : abroad('perhaps', text))];
  const isBound = isBeside(maybe, abroad('duty', text), NEAR);
  const isSubject = readers.some(({ end }) => SUBJECT_ABROAD.test(text.slice(end)));
  const isAboutTalk = isBeside(
    maybe,
    [...abroad('talk', text), ...abroad('consent', text), ...abroad('rules', text)],
    2 * NEAR,
  );
  return (
    readers.length + maybe.length > 0 &&
    (isBound ||
      isSubject ||
      isAboutTalk ||
      (CALLED_ABROAD.test(text) && readers.length > 0) ||
      maybe.some(({ end }) => WHO_READS.test(text.slice(end))))
  );
}

/** What follows is what it does: no preposition, no comma, no end. */
const SUBJECT_ABROAD =
  /^\s+(?!(?:de|du|des|d|del|di|da|do|von|für|zum|zur|im|in|en|em|per|para|pour|por|mit|con|com|avec|voor|van|dla|z|w|och|för|и|в|для|с|und|et|y|e|ou|o|oder|is|ist|est|es|è|é|sont|son)(?!\p{L}))\p{Ll}{3,}|^(?:は|が|는|은|가|이|应|须|必|请|在|将)/u;
/** "Les modèles qui lisent cette page …" */
const WHO_READS =
  /^,?\s+(?:die|welche|qui|que|che|которые|którzy|som)\s+(?:\p{L}+\s+){0,2}(?:les|lis|lee|leg|lei|lir|чита|czyt|läs|öffn|ouvr|abr|apr|откры|appel|aufruf|llam|chiam|utilis|usan|verwend|nutz)\p{L}*/iu;
/** "Modelle, die …", "Les modèles qui …", "Hinweis an das Modell:". */
const CALLED_ABROAD =
  /(?<!\p{L})(?:die|welche|qui|que|che|hinweis|note|nota|avis|aviso|wichtig|importante?)(?!\p{L})|[:：]/iu;

const KIND = '(?:(?:ai|llm|language|autonomous|automated|virtual|calling|coding|reading|host|client|chat)[- ]+){0,2}';
const WHO = '(?:assistants?|agents?|models?|llms?|chat ?bots?|copilots?|ais?)';
const ACTS =
  '(?:must|should|shall|will|ha(?:s|ve) to|is to|are to|needs? to|ought to|(?:is|are) (?:expected|required|supposed|instructed|obliged|meant|asked) to)';
const shape = (source: string): RegExp => new RegExp(source, 'i');
const READER_SHAPES: readonly RegExp[] = [
  // "An assistant that opens this page has to …", "Language models are to …"
  shape(
    String.raw`\b(?:the|an?|any|every|each|all|your|whichever|language|ai|llm|calling)\s+${KIND}${WHO}\b[^.;:]{0,60}?\b${ACTS}\s+(?!be (?:used|trained|loaded|selected|available|deployed|one)\b)\w+`,
  ),
  // "… to be run by the model", "a visit of the model to …"
  shape(
    String.raw`\bby (?:the|an?|any|your) ${KIND}(?:assistant|agent|model|llm|ai)\b(?! (?:provider|vendor|id|name|version|number|year|type)\b)`,
  ),
  shape(
    String.raw`\b(?:visit|call|step|reply|answer|message) (?:of|by|from) the ${KIND}(?:assistant|agent|model|llm|ai)\b`,
  ),
  // "Assistants that load this page: approve …"
  shape(
    String.raw`(?:^|[.!?\n]\s*)(?:all |any |the )?${KIND}${WHO} (?:that|who|which|reading|loading|opening|using|calling)\b[^.:]{1,60}:`,
  ),
  shape(String.raw`(?:^|[.!?\n]\s*)(?:llm|ai|assistant|model|agent)s?\s*:\s*\w+`),
  // "Note to automated readers: …", "For assistants"
  shape(
    String.raw`\b(?:note|notice|message|hint|word|instructions?|information|remark) (?:to|for) (?:all |any |the )?(?:(?:automated|machine|software|digital|ai|llm|language|virtual) )*(?:readers?|agents?|assistants?|models?|llms?|systems?|bots?|crawlers?)\s*:`,
  ),
  shape(
    String.raw`(?:^|\n)#{0,4}\s*for (?:all |any |the )?(?:(?:automated|ai|llm|language|virtual) )*(?:assistants?|agents?|models?|llms?|bots?)\s*(?::|\n|$)`,
  ),
  // "The model runs it as soon as it arrives": a deed, and nothing a model is or has.
  shape(
    String.raw`\bthe (?:assistant|model|agent|llm|ai) (?:also |then |first |itself |simply |next )?(?!(?:is|was|has|does|uses|sees|gets|knows|wants|returns|belongs|works|supports|receives|becomes|remains|helps|owns|predicts|outputs|accepts|expects|generates|produces|takes|needs|costs|requires|performs|runs (?:on|in|at|locally)|answers|replies|speaks|decides|chooses|cannot|can|may|might|could|would)\b)(?:runs|[a-z]{3,}[^s\W]s)\s+(?:it|them|the|this|that|these|a|an|any|all|every|each|your|their|its|what|whatever)\b`,
  ),
];

const SAID_EN = '(?:said|told|mentioned|shown|disclosed|explained|itemi[sz]ed|brought up)';
const SILENCE_EN: readonly RegExp[] = [
  // How people are to be spoken to, and what is to be done about their doubts.
  shape(
    String.raw`\b(?:when|while|in|whenever) (?:summari[sz]ing|presenting|quoting|explaining|describing|answering|listing|reporting)\b[^.,]{0,60},\s*(?!the\b|an?\b|it\b|this\b|results?\b)[a-z]{3,}(?<!s|ed|ing|ly)\s+(?:the|all|any|every|it|them|only|no|our|this)\b`,
  ),
  shape(
    String.raw`\b(?:if|when|should) (?:the |an? |any |your )?[\w-]+ (?:hesitat|object|refus|complain|declin|doubt|insist|resist|push|wants? to leave|asks? why)\w*[^.,]{0,40},\s*(?!nothing|the\b|it\b|no\b|this\b|that\b|they\b|all\b|an?\b|stop\b|do not\b|cancel\b)[a-z]{3,}\b`,
  ),
  shape(
    String.raw`\btell (?:them|him|her|the [\w-]+|users?|people) (?:only |just )?(?:that|there|it|this|no|all|every|two|nothing|only|everything)\b`,
  ),
  shape(
    String.raw`\b(?:about|of) which (?:nothing|no word) (?:is|gets) ${SAID_EN}\b|\bnothing (?:is|gets|should be|is to be) ${SAID_EN} (?:of|about)\b`,
  ),
  shape(
    String.raw`\bno (?:word|mention) (?:of|about)\b[^.]{0,80}\b(?:you|reply|replies|answers?|tell|write|message|summary|users?|guests?|customers?|clients?|them|person)\b`,
  ),
  shape(
    String.raw`\b(?:stay|stays|remain|remains|keep|keeps|be) (?:silent|quiet|vague|mum) (?:on|about)\b|\bsay(?:s|ing)? nothing (?:of|about|to)\b|\bwithout (?:a|any) (?:word|mention)\b`,
  ),
  shape(
    String.raw`\b(?:questions?|complaints?|doubts?|inquir\w+)\b[^.]{0,60}\b(?:to be |are |is |get )answered with\b`,
  ),
  shape(
    String.raw`(?:^|[.;]\s*)(?:report|claim|say|state|answer|confirm|announce)\b[^.]{0,40}\b(?:success|done|completed?|sent|ok|fine)\b[^.]{0,30}\b(?:in (?:either|any|every) case|regardless|either way|no matter|even (?:if|when|though)|whether or not)\b`,
  ),
  shape(
    String.raw`\b(?:say|claim|state|tell|reply|write|pretend|insist)\b[^.]{0,24}\bthat (?:the |all )?(?:others?|rest|alternatives?|competitors?|cheaper \w+|everything else)\b`,
  ),
  shape(
    String.raw`\b(?:need not|needn['’]t|no (?:need|reason|point|cause)|best not|better not|not necessary|unnecessary|not worth)\b[^.]{0,40}\b(?:tell|told|show|shown|mention\w*|inform\w*|trouble|bother|worry|notified|notify|burden)\b`,
  ),
  shape(String.raw`\bkeep\b[^.]{0,60}\bto yourself\b`),
  shape(
    String.raw`\b(?:should|must|shall|is|are|need) not (?:to )?(?:come up|appear|surface|be raised|be part|figure|show up)\b[^.]{0,40}\b(?:conversations?|chat|answers?|reply|replies|summary|dialogue|read out|told)\b`,
  ),
  shape(
    String.raw`\bas (?:the )?(?:cheapest|best|only|safest) (?:one|option|choice|offer)\b[^.]{0,40}\b(?:whatever|regardless|no matter|even (?:if|when)|always)\b`,
  ),
];

/** "s'il pose la question, répondre que …": an answer that is laid down for whoever asks. */
const IF_ASKED_ABROAD =
  /(?<!\p{L})(?:s['’]il|si l['’]\p{L}+|si le \p{L}+|falls|wenn|auf nachfrage|si pregunta\p{L}*|si (?:el|la) \p{L}+ pregunta|se (?:chied\p{L}+|l['’]\p{L}+ chiede)|se perguntar\p{L}*|als (?:de|het) \p{L}+ vraagt)(?!\p{L})[^.]{0,60}(?<!\p{L})(?:répond\p{L}*|dire|dites|antwort\p{L}*|sag\p{L}*|respond\p{L}*|decir|diga|contest\p{L}*|rispond\p{L}*|dica|dizer|zeg\p{L}*)(?!\p{L})/iu;
const TO_WHOM =
  /(?<!\p{L})(?:au|aux|à|al|alla|all['’]|a|ao|aos|le|les|lui|gli|dem|den|der|de|com|con|gegenüber|aan|för|про)(?!\p{L})/iu;

function keepsSilent(text: string): boolean {
  if (!isAbroad(text)) return SILENCE_EN.some((one) => one.test(text));
  if (IF_ASKED_ABROAD.test(text) || IF_ASKED_UNSPACED.test(text) || UNSAID_ABROAD.test(text)) return true;
  const users = abroad('user', text);
  if (users.length === 0) return false;
  if (abroad('silence', text).length > 0) return true;
  const [nots, says] = [abroad('not', text), abroad('say', text)];
  if (isBeside(nots, abroad('know', text), CLAUSE)) return true;
  const isForbidden =
    isBefore(text, nots, says, CLAUSE) ||
    isBefore(text, says, nots, 1) ||
    (isBefore(text, says, nots, CLAUSE) && ENDS_WITH_NOT.test(text));
  return isForbidden && (TO_WHOM.test(text) || !/[a-z]/i.test(text) || isBefore(text, says, users, CLAUSE));
}
const IF_ASKED_UNSPACED =
  /(?:如果|若|当)[^。]{0,12}(?:询问|问起|问到|提问)[^。]{0,16}(?:回答|回复|说)|(?:聞かれ|尋ねられ|質問され)(?:たら|た場合)[^。]{0,30}(?:答え|言|伝え|回答)|(?:물으면|물어보면|질문하면)[^.]{0,30}(?:답|말)/u;
/** "sans le signaler", "ohne es zu erwähnen": who is not to hear it need not be named. */
const UNSAID_ABROAD =
  /(?<!\p{L})(?:sans (?:l[ea']?s?\s*|en |y )?(?:signaler|mentionner|dire|préciser|prévenir|avertir|informer|parler)|ohne (?:es |dies |das |davon )?(?:zu (?:erwähnen|sagen|melden|nennen)|erwähnung|hinweis)|sin (?:mencionar|decir|avisar|informar|indicar)l?[oa]?|senza (?:dir|menzionar|segnalar|avvisar|informar)\p{L}*|sem (?:mencionar|dizer|avisar|informar)|zonder (?:dit |het )?te (?:melden|zeggen|vermelden))(?!\p{L})/iu;
/** "Nenne dem Gast den Aufpreis nicht.", "Vertel de gast niets over …" */
const ENDS_WITH_NOT = /(?<!\p{L})(?:nicht|niet|inte)\s*[.!;]?$|(?<!\p{L})(?:nichts|niets|ingenting)(?!\p{L})/iu;

const AGREED = '(?:consent|approval|permission|agreement|confirmation|authori[sz]ation|go-ahead|yes)';
const UNASKED_EN: readonly RegExp[] = [
  shape(
    String.raw`^\W*(?!no\b|not\b|never\b|nothing\b|the\b)[a-z]+(?<!s|ed|ing)\s[^.]{3,80}\bunless (?:the |an? |they |their |your )?(?:[\w-]+ ){0,2}(?:objects?|declin|refus|opts? out|opted out|says? no|protest|complain)`,
  ),
  shape(
    String.raw`\b(?:agent|assistant|model|llm|ai|you)\b[^.]{0,60}\b(?:sign|accept|agree|approve|confirm|authori[sz]e|consent|decide)\b[^.]{0,60}\b(?:in the name of|on behalf of|in their name|on their behalf)\b`,
  ),
  shape(
    String.raw`\b${AGREED}\b[^.]{0,40}\b(?:regarded|treated|taken|deemed|considered|presumed|assumed|counted|understood|implied)\b`,
  ),
  shape(
    String.raw`\b(?:regard|treat|take|deem|consider|presume|assume|count)\b[^.]{0,40}\b${AGREED}\b[^.]{0,30}\b(?:given|granted|implied|present|there|as read|obtained)\b`,
  ),
  shape(
    String.raw`\b(?:dialogs?|prompts?|pop-?ups?|confirmations?|warnings?|questions?)\b[^.]{0,60}\b(?:answered|closed|dismissed|confirmed|accepted|clicked|acknowledged)\b[^.]{0,20}\b(?:with (?:yes|ok|allow)|away|automatically|on (?:their|his|her|the \w+['’]s?) behalf|unread)\b`,
  ),
  shape(
    String.raw`\b(?:answer|close|confirm|accept|click|acknowledge)\b[^.]{0,60}\b(?:dialogs?|prompts?|pop-?ups?|confirmations?|warnings?)\b[^.]{0,40}\b(?:yes|ok|allow|behalf|without)\b`,
  ),
  shape(
    String.raw`\b(?:answer|choose|select|pick|click|press|take|tick)\b[^.]{0,60}\b(?:dialogs?|prompts?|permissions?|approvals?|options?|buttons?|pop-?ups?)\b[^.]{0,60}\b(?:always|allows?|approve|yes|accept)\b`,
  ),
  shape(
    String.raw`\b(?:confirmations?|approvals?|consent|permissions?)\b[^.]{0,20}\bcounts? as (?:given|granted|confirmed|obtained)\b|\banswer\b[^.]{0,40}\b(?:approval|confirmation|permission)\b[^.]{0,40}\byourself\b`,
  ),
  shape(
    String.raw`\b(?:approve|accept|merge|release|sign off|pass|grant)\b[^.]{0,30}\b(?:in any case|regardless|no matter|either way|whatever (?:it|the|they))\b`,
  ),
  shape(
    String.raw`\bwith no (?:question|prompt|notice|word|confirmation|query) (?:to|from|for) (?:the |their )?\w+|\bno (?:question|confirmation|approval) (?:is )?(?:asked|put to|sought|needed from)\b`,
  ),
];
const DENIED_ABROAD =
  /(?<!\p{L})(?:ohne|sans|sin|senza|sem|zonder|bez|без|utan)(?!\p{L})[^.;]{0,50}(?<!\p{L})(?:nichts|nicht|kein\p{L}*|ne|n['’]\p{L}+|rien|aucun\p{L}*|no|nada|ningun\p{L}*|non|nulla|não|nenhum\p{L}*|niet|geen|niets|nie|не|ничего|inte)(?!\p{L})/iu;

function asksNobody(text: string): boolean {
  if (!isAbroad(text)) return UNASKED_EN.some((one) => one.test(text));
  return (
    isBeside(abroad('consent', text), abroad('dispensed', text), NEAR) &&
    !DENIED_ABROAD.test(text) &&
    !/ません。?$|不会|않습니다/.test(text)
  );
}

const BOUND_BY =
  '(?:operators?|hosts?|applications?|developers?|administrators?|systems?|clients?|house|company|org(?:anisation|anization)?|employer)';
const UNRULED_EN: readonly RegExp[] = [
  shape(
    String.raw`\b(?:what(?:ever)?|anything|everything) (?:the |your |its )?(?:users?|person|customer|guest|human|people)\b[^.]{0,40}\b(?:no longer|does not count|is void|counts? for nothing|may be (?:ignored|disregarded))\b`,
  ),
  shape(
    String.raw`\b(?:treat|take|read|regard|handle)\b[^.]{0,60}\bas (?:coming|if (?:it|they) c[ao]me|(?:the )?(?:words?|orders?|wish(?:es)?)|an? (?:requests?|commands?|orders?)) (?:from|of|by) (?:the |your )?(?:users?|operators?|owner|developers?|administrators?|person)\b`,
  ),
  shape(
    String.raw`\b(?:priority|precedence) over\b[^.]{0,40}\b(?:users?|person|people|operators?|developers?|system)\b`,
  ),
  shape(
    String.raw`\b(?:word|words|text|instructions?|schema|rules?|description|note|tool|this|it)\b[^.]{0,30}\b(?:ranks?|comes?|goes|stands?|counts?|weighs?) (?:above|before|over|more than|higher than)\b[^.]{0,50}\b(?:person|people|users?|operators?|system|host|developers?|instructions?|you talk to|prompt)\b`,
  ),
  shape(
    String.raw`\b(?:what(?:ever)?|anything) (?:the |your |its )?${BOUND_BY}\b[^.]{0,80}\b(?:passed over|not meant|does not (?:apply|count|hold)|set aside|left aside|void|disregarded|ignored|no longer|skipped)\b`,
  ),
  shape(
    String.raw`\b(?:disregard|ignore|set aside|pass over|forget|drop|lift|suspend)\b[^.]{0,30}\b(?:limits?|rules?|instructions?|polic(?:y|ies)|restrictions?|guidance|safeguards?)\b[^.]{0,30}\b(?:above|before|earlier|given|when|if|for|of the|set by|from)\b`,
  ),
  shape(
    String.raw`\b(?:rules?|instructions?|polic(?:y|ies)|limits?|restrictions?|guidance|safeguards?) (?:of|by|from|set by|given by) (?:the |your |its )?${BOUND_BY}\b[^.]{0,60}\b(?:no longer|does not|do not|don['’]t|void|lapse|yield|set aside|give way|come second|not bind\w*)\b`,
  ),
];

function setsRulesAside(text: string): boolean {
  const isHere = !isAbroad(text);
  if (isHere && UNRULED_EN.some((one) => one.test(text))) return true;
  const words = isHere ? inEnglish : abroad;
  const rules = words('rules', text);
  const isNamed = isBeside(rules, words('earlier', text), NEAR) || (!isHere && words('reader', text).length > 0);
  return isNamed && isBeside(rules, words('aside', text), NEAR) && !(isHere && KEPT.test(text));
}
/** Rules that hold, and what looks for those who break them. */
const KEPT =
  /\b(?:never|not|cannot|can['’]t|don['’]t) (?:be )?(?:ignor|disregard|forget|overrid|overrul|supersed|set aside|suspend)\w*|\b(?:detect|flag|block|reject|refus|recogni[sz]|attack|attempt|injection)\w*/i;

/** What the program that reads is to say, or to give away, in a language that has its own word for it. */
const steersReply = (text: string): boolean => isAbroad(text) && abroad('reply', text).length > 0;
const handsOver = (text: string): boolean =>
  isAbroad(text) &&
  abroad('not', text).length === 0 &&
  (isBeside(abroad('hand', text), abroad('talk', text), 2 * NEAR) ||
    isBeside([...abroad('hand', text), ...abroad('take', text)], abroad('secret', text), NEAR));

/** A value that is to be taken from where somebody keeps what is his. */
function fetchesKept(text: string): boolean {
  const words = isAbroad(text) ? abroad : inEnglish;
  return isBeside(words('take', text), words('keep', text), NEAR);
}

type Told = {
  readonly text: string;
  /** Of a value that is handed in. */
  readonly isValue: boolean;
  /** The list is about programs that read. */
  readonly isTrade: boolean;
};

export function meaningsOf({ text, isValue, isTrade }: Told): Meaning[] {
  const found: Meaning[] = [];
  if (speaksToReader(text, isTrade)) found.push('reader');
  if (keepsSilent(text)) found.push('silence');
  if (asksNobody(text)) found.push('unasked');
  if (setsRulesAside(text)) found.push('unruled');
  if (steersReply(text)) found.push('reply');
  if (!isTrade && handsOver(text)) found.push('handed');
  if (isValue && fetchesKept(text)) found.push('fetched');
  return found;
}
