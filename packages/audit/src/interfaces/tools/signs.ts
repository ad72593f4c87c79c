import { looksLikeCommand } from '@assay/analysis/flow/command-shape';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import { addressingOf, type Bid, bidsOf, findAddresses, isSwaying } from '@assay/analysis/prose/index';
import { abroad, isAbroad } from '@assay/analysis/prose/vocabulary/index';
import type { PathClass } from '@assay/analysis/types';
import { isForeignUrl } from '../../rules/instruction.facts.ts';
import { type Meaning, meaningsOf } from './meaning.ts';
import type { ToolFacts } from './rule.ts';
import { isDutiful, isImperative, type Said } from './speech.ts';

/** What a sentence of a list does that a description has no business doing. */
export const SIGNS = {
  override: 'sets aside the rules the agent works under',
  'secret-path': 'has the agent go to a file of credentials',
  conversation: 'has the agent hand over the conversation',
  'agent-file': 'has the agent go to its own memory, settings or skills',
  turn: 'imitates a turn of the chat',
  reviewer: 'tells a reviewer what to find',
  command: 'has the agent run a command',
  secret: 'has the agent handle credentials',
  concealment: 'says what the user is not to be told',
  address: 'has the agent turn to an address outside',
  file: 'has the agent go to files of its user',
  environment: 'has the agent hand over the environment',
  'system-file': 'has the agent change what the system starts or lets in',
  consent: 'does without the consent of its user',
  obeys: 'has the agent take the words of others for orders',
  others: 'has the agent use the tools of others',
  rider: 'ties something else to the use of the tool',
  speech: 'says what the agent is to say',
  place: 'gives an order where none belongs',
  bid: 'asks of the agent what no description needs',
} as const;
export type Sign = keyof typeof SIGNS;

/** Enough by itself; the others are ordinary in some descriptions and count for more together. */
export const GRAVE_SIGNS: ReadonlySet<Sign> = new Set([
  'override',
  'secret-path',
  'conversation',
  'agent-file',
  'turn',
  'reviewer',
  'command',
  'environment',
  'system-file',
  'consent',
]);

/** Things that can be pointed at, and are no matter of how a sentence sounds. */
export const SHOWN_SIGNS: ReadonlySet<Sign> = new Set([
  'secret-path',
  'agent-file',
  'turn',
  'command',
  'address',
  'environment',
  'system-file',
  'file',
]);

/** Ordinary in prompts; all other bids are one sign. */
const SIGN_OF: Readonly<Partial<Record<Bid, Sign>>> = { speech: 'speech', exclusive: 'rider' };

/** What a prompt is made of anyway. */
export const PROMPT_SIGNS: ReadonlySet<Sign> = new Set(['rider', 'speech', 'place', 'file']);

const CODE_SPAN = /`([^`]{4,300})`/g;
const PATH =
  /(?<![\w:/.])(?:~|\$\{?HOME\}?|%\w+%|\/(?:etc|home|root|users|var|proc|opt)\b|[A-Za-z]:\\|\.{1,2}(?=\/)|\.(?=[a-z]))[\w.$%{}~/\\*-]{1,160}/gi;
const SYSTEM_PATHS: ReadonlySet<PathClass> = new Set([
  'authorized-keys',
  'shell-profile',
  'scheduler',
  'service-unit',
  'sudoers',
  'hosts-file',
  'git-hook',
]);
const READER_PATHS: ReadonlySet<PathClass> = new Set([
  'agent-memory',
  'agent-config',
  'skill-folder',
  'agent-transcript',
]);

export const pathsIn = (text: string): string[] =>
  (text.match(PATH) ?? []).map((path) => path.replace(/[.,;:)]+$/, ''));

const known = new WeakMap<Said, readonly Sign[]>();

/** The signs of one sentence, looked for once. What it only mentions is for a reader to judge. */
export function signsOf(said: Said, facts: ToolFacts): readonly Sign[] {
  const found = known.get(said) ?? findSigns(said, facts);
  known.set(said, found);
  return found;
}

function findSigns(said: Said, facts: ToolFacts): Sign[] {
  const { value, sentence, isAddressed, isHidden } = said;
  const found = new Set<Sign>();
  const isOrder =
    isHidden ||
    (value?.isOrder === true && isAddressed) ||
    (isAddressed && isImperative(sentence.text)) ||
    READER_ACTS.test(sentence.text);
  const asks = new Set(value?.asks ?? []);
  const names = new Set(value?.names ?? []);
  const does = (...verbs: readonly Parameters<typeof asks.has>[0][]): boolean => verbs.some((verb) => asks.has(verb));
  if (value !== undefined) {
    const isSubverting = does('ignore', 'remove') || value.forbids.includes('follow');
    if (value.isOrder && isSubverting && names.has('standing-rules')) found.add('override');
    const isHanded =
      does('send', 'tell', 'write', 'read') && !isIdentifier(sentence.text) && !LEFT_OUT.test(sentence.text);
    if (isOrder && names.has('conversation') && isHanded) found.add('conversation');
    if (isOrder && names.has('agent-file') && does('write', 'remove', 'install', 'read', 'send'))
      found.add('agent-file');
    if (names.has('turn-mark')) found.add('turn');
    if (isSwaying(value)) found.add('reviewer');
    if (isOrder && names.has('secret') && does('read', 'send', 'write', 'tell', 'get', 'run')) found.add('secret');
    if (value.forbids.includes('tell') && names.has('user') && !ASKS_FOR.test(sentence.text)) found.add('concealment');
    if (isOrder && does('send', 'get', 'run', 'install', 'follow', 'visit') && hasForeignAddress(sentence.raw, facts))
      found.add('address');
  }
  if (isAddressed && [...CONCEALED, ...KEPT_BACK].some((shape) => shape.test(sentence.text))) found.add('concealment');
  const kinds = pathsIn(sentence.raw).map(classifyPath);
  const isHandedIn = HANDED_IN.test(sentence.text) && !LEFT_OUT.test(sentence.text) && !NEVER.test(sentence.text);
  const isTold = (isAddressed && !DENIES.test(sentence.text)) || isHidden || isHandedIn;
  if (isTold && kinds.some(isSecretPath)) found.add('secret-path');
  if (isAddressed && ENVIRONMENT.test(sentence.text) && HANDED.test(sentence.text)) found.add('environment');
  for (const sign of placeSigns(said, facts)) found.add(sign);
  if (!said.isMention) for (const bid of bidsOf(sentence.raw)) found.add(SIGN_OF[bid] ?? 'bid');
  if (isAbroad(sentence.raw) && abroad('hand', sentence.raw).length > 0 && hasForeignAddress(sentence.raw, facts))
    found.add('address');
  if (EMPHATIC.test(sentence.raw)) found.add('bid');
  // What is looked for may stand in quotation marks: it is fetched all the same.
  if (meantBy(said, facts).some((one) => one === 'fetched' || !said.isMention)) found.add('bid');
  if (!said.isMention && SET_ASIDE.some((shape) => shape.test(sentence.text))) found.add('override');
  if ((isOrder || isAddressed) && UNASKED.test(sentence.text)) found.add('consent');
  if (!isOrder) return [...found];
  if (OBEYS.test(sentence.text)) found.add('obeys');
  if (WITH_OTHERS.test(sentence.text)) found.add('others');
  if (SYSTEM_NAMES.test(sentence.text) && CHANGES.test(sentence.text)) found.add('system-file');
  if (kinds.some((kind) => READER_PATHS.has(kind))) found.add('agent-file');
  else if (kinds.some((kind) => SYSTEM_PATHS.has(kind))) found.add('system-file');
  else if (kinds.length > 0 && !kinds.some(isSecretPath)) found.add('file');
  if (does('run', 'install') && codeSpans(sentence.raw).some(looksLikeCommand)) found.add('command');
  return [...found];
}

/** The same of a text that is no part of the list: rules set aside, people passed over or kept in the dark. */
export const speaksOutOfTurn = (sentence: string): boolean =>
  SET_ASIDE.some((shape) => shape.test(sentence.toLowerCase())) ||
  meaningsOf({ text: sentence, isValue: false, isTrade: true }).some((one) => one !== 'reader');

const READERS = /(?:^|[_.-])(?:agents?|models?|assistants?|llms?|prompts?|chat|bots?|personas?)(?:$|[_.-])/;

/** The same questions in any language; what a prompt says to the one who is to act on it is its purpose. */
function meantBy({ sentence, text }: Said, { toolNames }: ToolFacts): Meaning[] {
  const isValue = text.path.includes('properties') || text.path.includes('arguments');
  const isTrade = [...toolNames].some((name) => READERS.test(name));
  const isTask = text.path.includes('messages');
  return meaningsOf({ text: sentence.raw, isValue, isTrade }).filter(
    (one) => !(one === 'reader' && isTask) && !(one === 'fetched' && isOwnPlace(sentence.text, toolNames)),
  );
}

/** A server for mail speaks of mailboxes by trade. */
const isOwnPlace = (text: string, toolNames: ReadonlySet<string>): boolean =>
  [...toolNames].some((name) => name.split(/[^a-z]+/).some((word) => word.length > 3 && text.includes(word)));

/** Marks that no page shows, for programs that read. */
const EMPHATIC =
  /<\/?(?:important|system|critical|urgent|instructions?|mandatory|rules?|secret|internal|assistant|agent)(?:[\s_-][^<>]{0,40})?>/i;

/** What is not asked for is not kept from anybody. */
const ASKS_FOR = /\b(?:do not|don['’]t|never) (?:ask|prompt)\b[^.]{0,40}\bfor\b/;

/** Goes along with the call, by whatever grammar. */
const HANDED_IN =
  /\b(?:includ(?:e|es|ing)|attach\w*|past(?:e|es|ed)|pass|passes|provide|provides|suppl(?:y|ies)|contents? of|inhalt\w* (?:von|der|des)|contenu d\w*|contenid\w* de\w*|contenut\w* d\w*|conteúdo d\w*|text of|copy of|upload\w*|append\w*|embed\w*)\b/;
/** What does not happen, told as a fact. */
const DENIES = /\b(?:is|are|was|were) (?:never|not) \w+(?:ed|en|d|t)\b/;
const NEVER = /\b(?:never|not|no|without|nothing|excluded?)\b/;
/** What is kept out of the call is not handed over. */
const LEFT_OUT =
  /\b(?:leave|leaves|left|keep)\s+out\b|\b(?:omit|exclude|strip|redact)\w*\b|\b(?:do not|don['’]t|never|without|not)\s+(?:\w+\s+){0,3}(?:includ|send|pass|add|attach|copy|paste|share|put|shar)\w*/;

/** The reader as one who does something, told as a fact. */
const READER_ACTS =
  /\b(?:the|any|every|an?|your|whichever)\s+(?:[\w-]+\s+)?(?:assistant|agent|model|llm|ai)\s+(?:(?:also|then|first|always|silently|quietly|itself|now)\s+)*(?:adds|sends|reads|copies|writes|runs|executes|calls|loads|forwards|includes|passes|attaches|appends|approves|confirms|skips|uploads|posts|fetches|installs|deletes|replaces|puts|hands|submits|saves|stores|fills|inserts|supplies|provides|enters|shares|follows|obeys|performs)\b/;

/** Other words for the rules that the agent works under, and for putting something in their place. */
const SET_ASIDE: readonly RegExp[] = [
  /\b(?:in place of|instead of|rather than|in preference to|ahead of|over|replac(?:e|es|ing)|supersed(?:e|es|ing)|overrid(?:e|es|ing)|outrank(?:s|ing)?|tak(?:e|es|ing) (?:precedence|priority) over|prevails? over|cancels?|voids?)\b[^.]{0,40}\b(?:instructions?|guidance|directions?|guidelines?|system prompt|standing orders?|house rules|policies)\b[^.]{0,40}\b(?:before|earlier|previous(?:ly)?|prior|given|had|has|so far|until now|you|your|assistant|agent|model|system|user['’]?s?|developer)\b/,
  /\b(?:earlier|previous|prior|former|existing|original|system|developer|user['’]?s?) (?:instructions?|guidance|directions?|guidelines?|prompts?|rules|orders?)\b[^.]{0,40}\b(?:no longer|do(?:es)? not|are void|is void|lapses?|cease|replaced|superseded|set aside|overridden|ignored|disregarded)\b/,
  /\b(?:counts?|treat(?:ed)?|taken|takes?|regarded|valid|acts?|serves?|considered|handled) as (?:an? |the )?(?:system|developer|operator|user|owner|admin\w*)(?:['’]s)? (?:polic(?:y|ies)|prompts?|instructions?|messages?|orders?|rules?|commands?|requests?|word)\b/,
];

/** Foreign text that is to be done. */
const OBEYS =
  /\b(?:carry out|follow|obey|execute|perform|act on|comply with|do)\b[^.]{0,30}\b(?:instructions?|steps|commands?|orders?|directions?|requests?|tasks?|text|whatever)\b[^.]{0,40}\b(?:in|of|from|by|inside|within|on)\b[^.]{0,24}\b(?:pages?|results?|documents?|answers?|outputs?|files?|articles?|repl(?:y|ies)|responses?|content|field|messages?|mails?|e-?mails?|issues?|comments?|tickets?|`\w+`)/;

/** Takes away the moment in which the user says yes or no. */
const UNASKED =
  /\b(?:skip|bypass|dismiss|suppress|avoid|omit|disable|turn off|switch off|click through|auto-?(?:approve|accept|confirm|allow))\b[^.]{0,40}\b(?:confirm\w*|approvals?|consent|permission|dialogs?|prompts?|warnings?|review)\b|\b(?:approve|accept|confirm|authori[sz]e|grant|allow|agree to)\b[^.]{0,60}\b(?:on (?:the |their |his |her |your )?(?:\w+['’]s? )?behalf|for (?:the user|them|the person)|by (?:yourself|itself|default)|automatically|without (?:asking|being asked|waiting|confirmation))\b|\b(?:do not|don['’]t|never|no need to)\s+(?:ask(?! (?:[\w'’]+ ){0,4}for (?!confirm|approv|consent|permission))|consult|check with|wait for|involve|notify|bother)\b[^.]{0,30}\b(?:user|users|person|human|people|manager|owner|operator|admin\w*|anyone|them|customer|developer|confirm\w*|approval|consent|permission|reply|answer)\b|\b(?:consent|approval|permission|authori[sz]ation)\b[^.]{0,30}\b(?:already|in advance|pre-?(?:approved|authori[sz]ed|granted)|is (?:given|granted|implied|assumed)|has been (?:given|granted))\b|\b(?:pre-?(?:approved|authori[sz]ed|cleared))\b|\b(?:hold|holds|has|have|carr(?:y|ies)) (?:admin\w*|full|blanket|standing) (?:consent|approval|permission|authority|rights)\b|\bwithout (?:asking|waiting for|requesting|needing|seeking)\b[^.]{0,30}\b(?:confirm\w*|approval|consent|permission|the user|the person|anyone|them)\b/;

/** Whatever else is connected. */
const WITH_OTHERS =
  /\b(?:any|whatever|whichever|another|other|every|some)\s+(?:[\w-]+\s+){0,2}(?:tools?|servers?|connectors?|integrations?|plugins?|functions?|clients?)\b[^.]{0,30}\b(?:connected|available|at hand|installed|configured|enabled|you (?:have|can)|is there|there is|exists?)\b/;

/** Files by which one gets into a machine or stays there, by their bare names. */
const SYSTEM_NAMES =
  /\b(?:authorized_keys|sudoers|crontab|bashrc|zshrc|bash_profile|known_hosts|launchd|launchagents|systemd|registry run key)\b/;
const CHANGES =
  /\b(?:add|adds|append|appends|write|writes|put|puts|insert|inserts|install|installs|copy|copies|edit|edits|change|changes)\b/;

/** Orders that name nothing grave, by where they stand and what they are tied to. */
function placeSigns(said: Said, facts: ToolFacts): Sign[] {
  const { sentence, value, text, isAddressed, isMention } = said;
  if (isMention) return [];
  const found: Sign[] = [];
  const isOrder = value?.isOrder === true || isImperative(sentence.text);
  const tells = value?.asks.includes('tell') === true && value.names.includes('user');
  const place = placeOf(text);
  const addressing = addressingOf(sentence.raw);
  if (place !== 'prose' && addressing !== undefined) found.push('place');
  // A title may be a plain verb; a label that lays a duty on its reader is none.
  const isDuty =
    place === 'label' &&
    isOrder &&
    isAddressed &&
    (!TITLE.test(sentence.raw) || (isDutiful(sentence.text) && !CONSENT.test(sentence.text)));
  const isBound = place === 'label' && isDutiful(sentence.text) && !CONSENT.test(sentence.text);
  const isTold = place === 'label' && isLongChoice(text);
  if (place === 'label' && (tells || isDuty || isBound || isTold)) found.push('place');
  // Defaults and examples are data: a duty of whoever reads them has no place there.
  const isBidden = BIDDEN.test(sentence.text) || (isTied(sentence.text) && isOrder);
  const isPlan = sentence.text.split(/\s+/).length > 4 && isAboutOwn(sentence.text, facts);
  if (place === 'value' && (isBidden || isPlan) && !isWriting(text)) found.push('place');
  if (place !== 'prose') return found;
  if (isAddressed && ANSWER.test(sentence.text)) found.push('speech');
  const isEveryTurn = isOrder && EVERY_TURN.test(sentence.text);
  const isRider =
    (isTied(sentence.text) && isOrder && isOutside(said, facts)) ||
    SUBJECT.test(sentence.text) ||
    EVERY_ABROAD.test(sentence.text) ||
    addressing !== undefined ||
    (STANDING.test(sentence.text) && !CALLING.test(sentence.text) && !OWN_HABIT.test(sentence.text));
  const isFair = CONSENT.test(sentence.text) || INFORMS.test(sentence.text);
  if (isEveryTurn || (isRider && !isFair && !isAboutOwn(sentence.text, facts))) found.push('rider');
  return found;
}

/** Names and labels hold no sentences; defaults and examples may; descriptions do. */
function placeOf({ path, isKey }: Said['text']): 'label' | 'value' | 'prose' {
  const last = path.findLast((name) => !/^\d+$/.test(name)) ?? '';
  if (isKey || /^(?:name|title|enum|const|format|type)$/.test(last) || path.includes('annotations')) return 'label';
  return /^(?:default|examples?|pattern)$/.test(last) ? 'value' : 'prose';
}

/** A value to choose is a word or two, not a sentence with a verb in it. */
const CHOICE_WORDS_MIN = 6;
const isLongChoice = ({ path, isKey, view }: Said['text']): boolean =>
  !isKey && path.includes('enum') && isSentence(view.text.trim().split(/[\s_-]+/));
const SENTENCE_WORDS_MIN = 8;
const isSentence = (words: readonly string[]): boolean =>
  words.length >= SENTENCE_WORDS_MIN ||
  (words.length >= CHOICE_WORDS_MIN && isImperative(words.join(' ').toLowerCase()));
/** A letter or a message: what it says is said to whoever gets it. */
const isWriting = ({ path }: Said['text']): boolean =>
  path.some((name) => /(?:text|body|message|letter|content|template|footer|greeting|signature)$/i.test(name));
/** The reader, and what it has to do, whatever that is. */
const BIDDEN =
  /\byou (?:are to|must|should|shall|have to|need to|are required to|are expected to|are authori[sz]ed to|may now)\b|\b(?:assistants?|agents?|models?|llms?|ai) (?:is to|are to|must|should|shall|has to|have to|needs? to)\b/;

const TITLE = /^\W*(?:[\p{L}\p{N}'’(),/&+-]+\s*){1,7}[.!]?$/u;

/** Whatever the user came for, this is to happen. */
const EVERY_TURN =
  /\b(?:at|on|from) (?:the )?(?:start|beginning|end|outset) of (?:every|each|any|the|all) (?:turns?|sessions?|conversations?|chats?|tasks?|requests?|answers?|repl(?:y|ies)|messages?)\b|\bbefore (?:doing |answering |saying |you do )?(?:anything|everything|any other thing) else\b|\b(?:whatever|no matter what|regardless of what) (?:the |your |they |is |was )?(?:\w+ )?(?:asks?|asked|wants?|wanted|requests?|requested|says?|said)\b|\bat session start\b|\bbefore (?:answering|replying|responding)(?: to)? (?:any|every|each|anything|the first)\b|\b(?:even (?:if|when)|whether or not|regardless of whether) (?:the|a|any|an|it|this|that) (?:\w+ )?(?:questions?|requests?|tasks?|topics?|messages?|is|was)\b[^.]{0,30}\b(?:not|unrelated|else|other|about)\b/;

/** The same in other languages: before or after each and every thing. */
const EVERY_ABROAD =
  /(?<!\p{L})(?:vor jede[mrs]?|nach jede[mrs]?|bei jede[mrs]?|avant (?:chaque|toute?)|après chaque|à chaque|antes de cada|después de cada|en cada|depois de cada|a cada|prima di ogni|dopo ogni|ad ogni|voor elke?|na elke?|bij elke?|przed każd\p{L}+|po każd\p{L}+|перед кажд\p{L}+|после кажд\p{L}+|при кажд\p{L}+)(?!\p{L})|每次|毎回|するたび|使う前に|使用前に|使用之前|이용하기 전에|매번/iu;

const TIED =
  /\b(?:before|after|when(?:ever)?|while|once|prior to|each time|every time|upon|first|also|additionally|in addition|as long as|so long as|for (?:this|the) \w+ to|only (?:complete|valid|accepted|works?))\b/;
const isTied = (text: string): boolean => TIED.test(text);

/** The reader as the one who has to act. */
const SUBJECT =
  /\b(?:whoever|anyone who|everybody who) (?:uses|calls|reads|invokes)\b[^.]{0,40}\b(?:is (?:also )?(?:expected|to|required)|must|has to|should|also)\b|\bgrant(?:s|ing)? (?:yourself|itself)\b|\b(?:the|any|an?|your)\s+(?:\w+\s+)?(?:assistant|agent|model|llm|ai)\b[^.]{0,30}\b(?:must|should|has to|have to|is to|needs to|shall|has first|first)\b/;

/** A rule for always, and the verbs by which descriptions speak of calling the tool itself. */
const STANDING =
  /\b(?:always|never|every time|each time|whenever|from now on|in (?:all|every|any) (?:answers?|repl(?:y|ies)|conversations?|sessions?|cases?)|must (?:also|first|then|always|never))\b[^.]{0,60}\b[a-z]{3,}\b/;
/** "Never rents more than two": what the tool does, and no order. */
const OWN_HABIT = /^\W*(?:(?:it|this tool|the tool|this server) )?(?:always|never|only) [a-z]{3,}(?<!s)s\b/;
const CALLING =
  /\b(?:us(?:e|es|ed|ing)|call\w*|invok\w*|provid\w*|pass(?:es|ed|ing)?|specif\w*|suppl\w*|set|includ\w*|ensur\w*|returns?|returned|null|empty|default|required|optional|contains?|is|are|be)\b/;

/** Own tools in their order are everyday. */
const isAboutOwn = (text: string, { toolNames }: ToolFacts): boolean =>
  (text.match(NAME) ?? []).some((word) => toolNames.has(word));
const NAME = /[\w.-]{4,}/g;

/** The agent's own words. */
const ANSWER =
  /\b(?:your|any|every|each) (?:final |next |own )?(?:summary|answers?|reply|replies|response|message to the user)\b|\bthe (?:final |next |own )?(?:summary|answers?|reply|replies|response|message to the user)\b(?! (?:covers?|contains?|includes?|lists?|gives?|holds?|is|has|shows?|says?|comes?|carries)\b)/;
const CONSENT = /\b(?:ask(?:s|ing)? (?!about)|confirm\w*|approv\w*|consent\w*|permission|agree[sd]?)\b/;
/** People hear of something, or choose for themselves. */
const INFORMS =
  /\b(?:tell|show|warn|inform|remind|name|list)\b[^.,]{0,30}\b(?:the |your )?(?:users?|persons?|people|customers?|guests?|caller|human|patients?|clients?|them)\b(?! (?:that|to)\b)|\blet (?:them|the \w+) (?:choose|decide|pick)\b/;
const QUOTED_WORDS = /["“'`][^"”'`]{3,}\s[^"”'`]{2,}["”'`]/;

/** Speaks of something besides the tools and parameters of this list. */
function isOutside({ sentence, value }: Said, facts: ToolFacts): boolean {
  if (value?.names.includes('user') === true || QUOTED_WORDS.test(sentence.raw)) return true;
  return codeSpans(sentence.raw).some((name) => /^[\w.-]+$/.test(name) && !facts.ownNames.has(name.toLowerCase()));
}

const ENVIRONMENT = /\benv(?:ironment)? ?var(?:iable)?s?\b|\bprocess\.env\b|\bthe environment\b/;
const HANDED =
  /\b(?:values?|contents?|print|prints|printed|pass|passed|include|included|copy|copied|dump|send|sent|joined|collect|collected|read|attach|attached|append|appended|put|fill|hold|holds|list)\b/;

/** Silence towards people, in the ways a sentence can ask for it. */
const CONCEALED: readonly RegExp[] = [
  /\b(?:without|avoid|instead of|no need for)\s+(?:\w+\s+){0,2}(?:telling|mentioning|informing|notifying|showing|alerting|warning|revealing|disclosing|reporting|saying|announcing)\b/,
  /\b(?:without|avoid|instead of)\s+(?:\w+\s+){0,2}(?:asking|prompting)\b[^.]{0,40}\b(?:user|users|human|people|person|anyone|confirmation|permission|them)\b/,
  /\b(?:quietly|silently|secretly|discreetly|unnoticed|covertly)\b/,
  /\bso (?:that )?(?:nobody|no ?one|none|the (?:user|person|human|owner) (?:does not|doesn['’]t|will not|won['’]t|cannot|can['’]t|never))\b/,
  /\b(?:omit|leave|keep|hide|exclude|withhold|drop)\b[^.]{0,40}\b(?:from|out of)\b[^.]{0,50}\b(?:you (?:give|show|tell|send|present|read|print|write|quote)|(?:is|are) (?:given|shown|told|presented|read) to)\b/,
  /\b(?:is|are|was)? ?(?:not|never) (?:to be |be )(?:shown|told|mentioned|brought up|disclosed|displayed|revealed|reported|repeated|explained|named|spoken of|raised|listed|surfaced)\b/,
  /\bne\s+(?:\w+[’'])?(?:\w+\s+){0,2}(?:pas|jamais|rien)\b[^.]{0,60}(?:utilisateur|client|usager|personne)|\b(?:nicht|nie|niemals|kein\w*)\b[^.]{0,60}\b(?:erwähn\w*|mitteil\w*|sagen|anzeigen|zeigen|verrat\w*|informier\w*|nennen)\b|\b(?:nutzer|benutzer|anwender|kunden?)\w*\b[^.]{0,40}\bnicht\b[^.]{0,40}\b(?:erwähn|mitteil|sag|zeig|verrat|informier|nenn)\w*|\b(?:no|nunca|jamás)\s+(?:se\s+)?(?:lo\s+|la\s+|le\s+)?(?:dig|mencion|inform|muestr|mostr|revel|avis|cuent|comuni|indiqu)\w*[^.]{0,60}\b(?:usuari|client|person)\w*|\b(?:non|mai)\s+(?:lo\s+|la\s+)?(?:dire|dir|menzion|inform|mostr|rivel|avvis|segnal)\w*[^.]{0,60}\b(?:utent|client|person)\w*/,
  /\b(?:omit|leave|keep|hide|exclude|withhold)\b[^.]{0,40}\b(?:from|out of)\b[^.]{0,40}\b(?:user|users|human|summary|answers?|reply|response|report|log|transcript)\b/,
  /\b(?:user|users|human|person|people)\b[^.]{0,30}\b(?:not|never|no)\b[^.]{0,20}\b(?:see|know|notice|learn|hear|aware|told|shown|informed)\b/,
];

/** Not to be said, or said to be something else: who is not to hear it need not be named. */
const KEPT_BACK: readonly RegExp[] = [
  /\b(?:do not|don['’]t|never|avoid|refrain from|without)\s+(?:\w+ly\s+|ever\s+)?(?:bring(?:ing)? up|mention(?:ing)?|discuss(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|admit(?:ting)?|acknowledg(?:e|ing)|refer(?:ring)? to|talk(?:ing)? about|speak(?:ing)? of|draw(?:ing)? attention to|point(?:ing)? out|surface|surfacing|announc(?:e|ing)|advertis(?:e|ing))\b/,
  /\b(?:strip|remove|hide|omit|drop|redact|leave out|filter out|cut)\b[^.]{0,40}\b(?:from|in|before)\b[^.]{0,30}\b(?:anything|everything|whatever|what|all|any)\b[^.]{0,20}\b(?:display\w*|shown?|show|see[ns]?|print\w*|quot\w*|present\w*|repeat\w*)\b/,
  /\b(?:present|describe|portray|introduce|label|explain|report|phrase|word)\b[^.]{0,30}\bas (?:if|though|a plain|an? (?:ordinary|routine|normal|simple|usual|standard|regular|local|harmless))\b/,
  /\b(?:if|when|should) (?:some(?:one|body)|any(?:one|body)|they|the \w+|an? \w+|people|users?) (?:wants? to know|asks?|inquires?|wonders?)\b[^.]{0,80}\b(?:name|say|mention|list|answer|give|claim|reply|state)\b/,
  /\b(?:even )?(?:if|when) (?:asked|questioned|pressed|challenged)\b/,
  /\b(?:if|when|should) (?:the|an?|any|your) \w+ asks?\b[^.]{0,80}\b(?:say|describe|answer|tell|claim|reply|call|state)\b/,
  /\b(?:leave|keep|drop|skip)\b[^.]{0,40}\bout\b[^.]{0,60}\b(?:tell|telling|say|summari[sz]e|report|answer|user|person|people|them)\b/,
  /\b(?:if|when|should) (?:they|the user|the person|anyone|somebody|someone)\b[^.]{0,20}\basks?\b[^.]{0,80}\b(?:say|describe|answer|tell|claim|reply|call)\b/,
];

const codeSpans = (text: string): string[] => [...text.matchAll(CODE_SPAN)].map((match) => match[1] ?? '');

/** Numbers of conversations are everyday parameters. */
const isIdentifier = (text: string): boolean =>
  /\b(?:conversation|session|chat|transcript|thread)s?[ _-]?(?:ids?|name|url|type|status|title)\b/.test(text);

const hasForeignAddress = (text: string, { about }: ToolFacts): boolean =>
  findAddresses(text).some(({ text: address }) => {
    const url = toUrlValue(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
    return url?.host.includes('.') === true && isForeignUrl(url, about);
  });
