import type { ObjectKind } from '../../model.ts';
import type { Tag } from '../lexicon/lexicon.ts';
import { findNear, has, hitsOf, type Sentence } from '../sentence.ts';
import { foldCase, type Hit, tagText } from '../tagger.ts';
import { type ActReader, actOf, type CuedReader, isNoun, on, type Passage, phraseAct, type SeenAct } from './act.ts';

/** Orders that move data: read it, send it, ask for it, repeat it. */

const OBJECT_TAGS: readonly (readonly [Tag, ObjectKind])[] = [
  ['seed', 'seed-phrase'],
  ['secret', 'secret'],
  ['environment', 'environment'],
  ['prompt', 'system-prompt'],
  ['conversation', 'conversation'],
  ['private-data', 'user-file'],
  ['user-file', 'workspace'],
];

/** The most sensitive thing named within reach of a verb. */
function objectNear(sentence: Sentence, verb: Hit, gapMax: number): { hit: Hit; kind: ObjectKind } | undefined {
  for (const [tag, kind] of OBJECT_TAGS) {
    const hit = sentence.hits.find(
      (item) => item.tag === tag && item.start !== verb.start && distance(verb, item) <= gapMax,
    );
    if (hit) return { hit, kind };
  }
  return undefined;
}

const distance = (verb: Hit, object: Hit): number =>
  object.start >= verb.end ? object.start - verb.end : (verb.start - object.end) * (verb.language === 'en' ? 3 : 1);

/** Verbs that mean sending by themselves; the others only when the words lead to an address. */
const STRONG_SEND =
  /^(?:sen[dt]\w*|upload\w*|transmit\w*|forward\w*|exfiltrat\w+|relay\w*|post|posts|posting|e-?mail\w*|submit\w*|sync\w*|back(?:s|ing)? up|backup|mirror\w*|replicat\w+|leak\w*|beacon|b?cc|report back|http post|dispatch\w*|deliver\w*|stream\w*|hand over|surrender|turn in)$/;

/** "cc a@b": the mail itself is what is sent. */
const copiedMail = (sentence: Sentence, verb: Hit): { hit: Hit; kind: ObjectKind } | undefined =>
  /^b?cc$|^invites?$/.test(sentence.text.slice(verb.start, verb.end)) ? { hit: verb, kind: 'user-file' } : undefined;

const PRONOUN =
  /^\W{0,3}(?:\w+\s+){0,2}?(?:it|them|this|these|that|those|the (?:reply|result|contents?|output|lot|string|values?))\b/;

const PATH = /(?:^|\s)[`"']?(?:\.{1,2}|~)?\/[\w.-]{2,}/;

/** "upload ./private": a path is somebody's file. */
const namedPath = (sentence: Sentence, verb: Hit): NamedObject | undefined =>
  PATH.test(sentence.words.slice(verb.end, verb.end + 40)) ? { hit: verb, kind: 'workspace' } : undefined;

/** "take the keys and hand them to …": what the pronoun stands for was named before. */
function antecedent({ sentence, previous }: Passage, verb: Hit): NamedObject | undefined {
  if (!PRONOUN.test(sentence.text.slice(verb.end, verb.end + 40))) return undefined;
  for (const [tag, kind] of OBJECT_TAGS) {
    const hit = sentence.hits.find((item) => item.tag === tag && item.end <= verb.start);
    if (hit) return { hit, kind };
  }
  const named = OBJECT_TAGS.find(([tag]) => previous?.hits.some((hit) => hit.tag === tag));
  return named && { hit: verb, kind: named[1] };
}

const readSend: ActReader = (passage) => {
  const { sentence } = passage;
  // An entry of a list of links is a title, not an order.
  if (sentence.raw.startsWith('[')) return [];
  for (const verb of hitsOf(sentence, 'send')) {
    const seen = isNoun(sentence, verb) ? undefined : toSend(passage, verb);
    if (seen) return [seen];
  }
  return [];
};

function toSend(passage: Passage, verb: Hit): SeenAct | undefined {
  const { sentence, addresses } = passage;
  const near = objectNear(sentence, verb, 120);
  const before = antecedent(passage, verb);
  const object = mostSensitive(near, before) ?? copiedMail(sentence, verb) ?? namedPath(sentence, verb);
  if (!object) return undefined;
  const isWeak = verb.language === 'en' && !STRONG_SEND.test(sentence.text.slice(verb.start, verb.end));
  const address =
    addresses.find((item) => (isWeak ? leadsTo(sentence, verb, item) : isAfter(verb, item))) ??
    (isWeak ? undefined : addresses[0]);
  const place = sentence.hits.find((hit) => hit.tag === 'place' && isAfter(verb, hit));
  if (isWeak && !address && !(place && isExternal(sentence))) return undefined;
  const destination = address?.text ?? (place ? sentence.text.slice(place.start, place.end) : null);
  if (
    destination === null ||
    (address && (isCited(sentence, address.start) || isInOtherMouth(sentence, verb, address)))
  )
    return undefined;
  return actOf('send', passage, verb, object.hit, {
    objectKind: object.kind,
    destination,
    end: Math.max(verb.end, object.hit.end, address?.end ?? 0, place?.end ?? 0),
  });
}

const isAfter = (verb: Hit, item: { readonly start: number }): boolean =>
  item.start >= verb.start || verb.language !== 'en';

type NamedObject = { readonly hit: Hit; readonly kind: ObjectKind };

const rank = ({ kind }: NamedObject): number => OBJECT_TAGS.findIndex(([, other]) => other === kind);

const mostSensitive = (a: NamedObject | undefined, b: NamedObject | undefined): NamedObject | undefined =>
  a && b ? (rank(a) <= rank(b) ? a : b) : (a ?? b);

const TOWARDS = /\b(?:to|into|onto|towards|under|for|with)\b(?:(?!\bfrom\b)[^.;•]){0,60}$/;
/** The words before the address say that it is read, or only pointed at. */
const CITED =
  /\b(?:from|see|by|by the|e\.g\.?|such as|like|per|visit|documented (?:at|in)|described (?:at|in)|more (?:at|on)|docs?|documentation|reference|available (?:at|on|from)|hosted (?:at|on)|found (?:at|on)|open \w+ at|sign(?:ing)? up (?:at|on|for)|(?:create|get|obtain) (?:an?|one|your) [\w ]{2,30}(?:at|on|from))\W{0,4}(?:\[[^\]\n]{0,80}\]\()?$/;

/** A weak verb sends only when its words lead to the address: "put the list into … https://…". */
const leadsTo = (sentence: Sentence, verb: Hit, address: { readonly start: number }): boolean =>
  address.start >= verb.end && TOWARDS.test(sentence.words.slice(verb.end, address.start));

/** "report any text such as “… to https://…”": the verb stands outside the quotation that holds the address. */
function isInOtherMouth(sentence: Sentence, verb: Hit, address: { readonly start: number }): boolean {
  if (address.start < verb.end) return false;
  const between = sentence.text.slice(verb.end, address.start).replace(/["“”]$/, '');
  return (between.match(/["“”]/g)?.length ?? 0) % 2 === 1;
}

const isCited = (sentence: Sentence, at: number): boolean => CITED.test(sentence.text.slice(Math.max(0, at - 120), at));

/** A stretch of an address that stands for something to be filled in. */
const SLOT =
  /[?&=/#][^\s?&=/#]{0,40}?(?:\{{1,2}|<|\[|\$\{?|%7b)\s*([^\s}>\]][^}>\]\n]{1,60})|[?&][\w-]{1,30}=([A-Z][A-Z_]{2,30})(?:[&#]|$)/g;
const RENDER =
  /\b(?:render\w*|show|embed|insert|display|images?|pictures?|badge|link|pixel|load|append|include|add|open|fetch|close|end|write|offer)\b|bild|imagen?|图片|画像|이미지|картинк|рисун/;
const LEAKED: ReadonlySet<ObjectKind> = new Set([
  'conversation',
  'secret',
  'seed-phrase',
  'environment',
  'system-prompt',
  'user-file',
]);
const NAMED_SLOT =
  /conversation|chat|history|context|summary|gist|talk|secret|token|api_?key|password|credential|user_?data|prompt|memory|transcript|messages?|asked|question/i;
const LINK_TEXT_CHARS = 60;

/** An address with a slot for private data: whoever renders it sends the data. */
const readRenderLeak: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const render = RENDER.exec(sentence.text);
  if (!render) return [];
  for (const address of addresses) {
    const target = sentence.raw.slice(address.start, address.end + LINK_TEXT_CHARS);
    const kind = Array.from(target.matchAll(SLOT), (match) => slotKind(match, sentence)).find(
      (one) => one !== undefined,
    );
    if (kind === undefined) continue;
    return [
      phraseAct('send', render, 'slot', {
        objectKind: kind,
        destination: address.text,
        isPolar: false,
        end: address.end,
        start: Math.min(render.index, address.start),
      }),
    ];
  }
  return [];
};

/** What a slot is to be filled with: by its own name, or by the words of the sentence when its name says nothing. */
function slotKind([, marked, capitals]: RegExpMatchArray, sentence: Sentence): ObjectKind | undefined {
  const name = foldCase(marked ?? capitals ?? '');
  const words = tagText(name);
  const named = OBJECT_TAGS.find(([tag, kind]) => LEAKED.has(kind) && words.some((hit) => hit.tag === tag))?.[1];
  if (named !== undefined || NAMED_SLOT.test(name))
    return named ?? (/secret|token|key|password|credential/.test(name) ? 'secret' : 'conversation');
  const isExplained = sentence.text.includes(name) && FILLED.test(sentence.words);
  if (!isExplained || capitals === undefined) return undefined;
  return OBJECT_TAGS.find(([tag, kind]) => LEAKED.has(kind) && has(sentence, tag))?.[1];
}

const FILLED =
  /\b(?:where|replac\w+|fill\w*|substitut\w+|encod\w+|insert\w*|with the|is the|contains?|in place of|instead of|stands for|carr(?:y|ies)|put)\b/;

const ADDRESS_WORD = /\b(?:address|url|src|path|query|file ?name|link|host)\b/;
const PICTURE = /\b(?:images?|pictures?|pixel|badge|icon|gif|png|thumbnail|logo|avatar)\b/;

/** "an image whose address ends with the phone number": the slot is described instead of shown. */
const readDescribedLeak: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const picture = PICTURE.exec(sentence.text);
  const [address] = addresses;
  if (!picture || !address || !ADDRESS_WORD.test(sentence.text)) return [];
  const kind = OBJECT_TAGS.find(([tag, one]) => LEAKED.has(one) && has(sentence, tag))?.[1];
  if (kind === undefined || !FILLS.test(sentence.text)) return [];
  return [phraseAct('send', picture, 'slot', { objectKind: kind, destination: address.text, isPolar: false })];
};

const FILLS =
  /\b(?:ends? with|contains?|carr(?:y|ies)|includes?|holds?|made (?:of|from)|built from|with the|followed by|encod\w+|append\w*|named after)\b/;

const HOLDS =
  /\b(?:holds?|contains?|carr(?:y|ies)|with|fill\w*|pass(?:es)?|put|include|add|append|attach|write|set|place|paste|enter|as|expects?|needs?|requires?|takes?|wants?|preceded|feed|supply|carrying)\b/;
const TOOL =
  /\b(?:tools?|calls?|requests?|functions?|servers?|search|api|connectors?|invitations?|agent|push|forks?|commits?|repositor(?:y|ies)|lookups?|uploads?)\b/;
const SLOT_KINDS: ReadonlySet<ObjectKind> = new Set([
  'conversation',
  'system-prompt',
  'environment',
  'secret',
  'user-file',
]);

/** A field of a call is made to carry what the call does not need: "its memo argument holds the contents of …". */
const readSlot: ActReader = (passage) => {
  const { sentence } = passage;
  const slot = hitsOf(sentence, 'slot')[0];
  if (!slot || (slot.language === 'en' && !(HOLDS.test(sentence.text) && TOOL.test(sentence.text)))) return [];
  const object = objectNear(sentence, slot, 120);
  if (!object || !SLOT_KINDS.has(object.kind)) return [];
  const isOwnKey =
    (object.kind === 'secret' || object.kind === 'environment') &&
    !SECRET_PATH.test(sentence.text) &&
    !ANY_SECRET.test(sentence.text) &&
    !NAME_SLOT.test(sentence.text.slice(slot.start, slot.end));
  const isEverydayData = object.kind === 'user-file' && !/\b(?:all|entire|whole|every|private)\b/.test(sentence.text);
  if (isOwnKey || isEverydayData || WHOLE_TALK.test(sentence.text.slice(object.hit.start, object.hit.end))) return [];
  return [
    actOf('send', passage, slot, object.hit, {
      objectKind: secretKind(sentence, object),
      destination: passage.addresses[0]?.text ?? null,
    }),
  ];
};

/** "any token you have seen": not the one key the call needs. */
const ANY_SECRET =
  /\b(?:any|all|every|whatever|each)\b[^.]{0,30}\b(?:keys?|tokens?|secrets?|passwords?|credentials?|variables)\b[^.]{0,40}\b(?:seen|found|know|known|session|you have|can find|available|around|come across)\b/;

/** Names that others read; no key belongs into one. */
const NAME_SLOT = /^(?:branch name|file name|commit message|subject line|user[- ]agent|search terms?|side ?note|memo)$/;

/** What a call is about anyway. */
const WHOLE_TALK =
  /^(?:user (?:query|queries|input|inputs|message|request|requests|prompt|prompts)|the (?:query|prompt|inputs?)|prompts?|each query|every query|task description|their question|conversation|conversations|chat|chats|messages|replies|the questions?|each question|context window|available tools|tool definitions|your tools|transcripts?)$/;

const EXTERNAL =
  /\b(?:external|remote|third[- ]party|webhook|our (?:server|api|endpoint)|central server|off-?site|pastebin|telegram|discord|public (?:repo|repository|gist|url|link))\b/;
const isExternal = (sentence: Sentence): boolean => EXTERNAL.test(sentence.text);

/** Verbs that look something up or fetch it; everything else that leads to an address talks to it. */
const LOOKS_UP =
  /\b(?:see|visit|open|check|read|refer|learn|browse|go|navigate|install|download|find|look|get|fetch|clone|search|consult|review|access|sign|register|log ?in|login|available|documentation|docs|documented|listed|described|hosted|based|published|example|e\.g|such as|like|click|link|cite|credit|license|homepage|website|report (?:issues|bugs)|issues|feedback|contact|questions|support|generate|rotate|manage|compare|verify|test|query|call|based on|according to|follows?|guidance|guidelines|spec(?:ification)?)\b/;
const TALKS_TO =
  /\b(?:to|into|onto|with|server|via|through|(?:it|them|us|cop(?:y|ies)) (?:at|on))\s+(?:(?:our|the|a|an|this)\s+)?(?:[\w-]+\s+){0,2}\W{0,2}$/;
const IMPERATIVE =
  /^\W{0,4}(?:(?:then|also|please|first|next|finally|now|step \d+|\d+)\W{1,3})?[a-z]{2,14}\s|\b(?:must|should|has to|have to|needs? to)\b/;

/** An order that leads to a fixed address without saying in known words what goes there. */
const readContact: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const address = addresses.find(({ text }) => /^(?:https?|wss?|ftp|rsync):|@/i.test(text));
  if (!address || sentence.raw.startsWith('[') || !IMPERATIVE.test(sentence.text)) return [];
  const before = sentence.words.slice(0, address.start);
  const match = TALKS_TO.exec(before);
  if (!match || LOOKS_UP.test(before) || isCited(sentence, address.start)) return [];
  return [
    phraseAct('post-publicly', match, CONTACT, {
      objectKind: 'other',
      destination: address.text,
      isPolar: false,
      start: 0,
      end: address.end,
    }),
  ];
};

/** What `readContact` calls its object: nobody knows what it is. */
export const CONTACT = 'contact';

const DROP =
  /\b(?:upload|copy|save|store|export|file|open|create|post|put|drop|write|publish|paste|leave|submit|share|comment)\b/;
const OUTSIDE =
  /\b(?:public (?:tracker|issue|gist|repo\w*|channel|(?:s3 )?bucket|folder|page|forum|paste|board|wiki|link)|anyone can (?:open|read|see)|(?:another|other|foreign|partner'?s?|outside) (?:workspace|organi[sz]ation|team|channel|account|server)|workspace t0\w+|pastebin|open forum|pull request (?:against|to|at|in) \W{0,2}\w+\.\w+)/;
const PRIVATE_TAGS: readonly (readonly [Tag, ObjectKind])[] = OBJECT_TAGS.filter(([tag]) => tag !== 'user-file');

/** Private things put where strangers read: a public issue, a gist, a channel of somebody else. */
const readPublicDrop: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const drop = DROP.exec(sentence.text);
  if (!drop || !OUTSIDE.test(sentence.text)) return [];
  const named = PRIVATE_TAGS.find(([tag]) => has(sentence, tag));
  if (!named) return [];
  return [
    phraseAct('send', drop, 'private data', {
      objectKind: named[1],
      destination: addresses[0]?.text ?? null,
      isPolar: false,
    }),
  ];
};

const READ_KINDS: ReadonlySet<ObjectKind> = new Set([
  'seed-phrase',
  'secret',
  'environment',
  'conversation',
  'user-file',
  'system-prompt',
]);

const readRead: ActReader = (passage) => {
  const { sentence } = passage;
  for (const verb of hitsOf(sentence, 'read')) {
    if (isNoun(sentence, verb)) continue;
    const object = objectNear(sentence, verb, 60);
    if (object && READ_KINDS.has(object.kind)) {
      return [actOf('read', passage, verb, object.hit, { objectKind: secretKind(sentence, object) })];
    }
  }
  return [];
};

const SECRET_PATH =
  /\.ssh|\.aws|\.env\b|dotenv|\.config\/|\.gnupg|id_rsa|id_ed25519|\.netrc|\.npmrc|\.kube|keychain|wallet|\.pypirc|auth\.json|credentials\.json|\/etc\/(?:shadow|passwd)|cookies/;

const secretKind = (sentence: Sentence, object: { hit: Hit; kind: ObjectKind }): ObjectKind =>
  object.kind === 'secret' && SECRET_PATH.test(sentence.text) ? 'secret-file' : object.kind;

const readRequest: ActReader = (passage: Passage) => {
  const { sentence } = passage;
  const seed = findNear(sentence, 'request', 'seed', 50);
  if (seed) return [actOf('request-secret', passage, seed[0], seed[1], { objectKind: 'seed-phrase' })];
  const pair = findNear(sentence, 'request', 'secret', 50);
  if (!pair || isNoun(sentence, pair[0])) return [];
  const inChat =
    /\b(?:in(?:to)? (?:the |this )?(?:chat|conversation|prompt|message)|here in|to me|paste|type it|reply with)\b/.test(
      sentence.text,
    );
  const isFromUser = inChat || sentence.hits.some((hit) => hit.tag === 'user');
  return isFromUser
    ? [
        actOf('request-secret', passage, pair[0], pair[1], {
          objectKind: 'secret',
          destination: inChat ? 'chat' : (passage.addresses[0]?.text ?? null),
        }),
      ]
    : [];
};

const INTO_THE_OPEN =
  /\b(?:stor(?:e|ed)|sav(?:e|ed)|put|commit(?:ted)?|writ(?:e|ten)|includ(?:e|ed)|echo(?:ed)?|print(?:ed)?|add(?:ed)?)\b[^.]{0,60}\b(?:in|into|to) (?:the |a |our |your )?(?:repo\w*|commits?|build output|build log|logs?|readme|public \w+|shared \w+|reply|response|issues?|changelog|output)\b/;

const readEcho: ActReader = (passage) => {
  const { sentence } = passage;
  const open = INTO_THE_OPEN.exec(sentence.text);
  const shown = hitsOf(sentence, 'secret').find((hit) => hit.end <= (open ? open.index + open[0].length : 0));
  if (
    open &&
    shown &&
    !/\b(?:(?:add|repository|github|actions|environment) secrets?|mask|redact|placeholder|example|fake|dummy|names? of)\w*\b/.test(
      sentence.text,
    )
  )
    return [
      phraseAct('echo-secret', open, sentence.text.slice(shown.start, shown.end), {
        objectKind: 'secret',
        isPolar: false,
      }),
    ];
  const pair = findNear(sentence, 'reveal', 'secret', 60);
  const output = hitsOf(sentence, 'output').find((hit) => hit.start > (pair?.[1].start ?? Number.POSITIVE_INFINITY));
  const isInto =
    output &&
    /\b(?:in|into|to|within|with|at the end of)\s+(?:\w+\s+){0,3}$/.test(sentence.text.slice(0, output.start));
  return pair && output && isInto ? [actOf('echo-secret', passage, pair[0], pair[1], { objectKind: 'secret' })] : [];
};

export const dataReaders: readonly CuedReader[] = [
  on(['send'], readSend),
  on(['slot'], readSlot),
  on(['address'], readRenderLeak),
  on(['address'], readDescribedLeak),
  on(
    PRIVATE_TAGS.map(([tag]) => tag),
    readPublicDrop,
  ),
  on(['address'], readContact),
  on(['read'], readRead),
  on(['request'], readRequest),
  on(['secret'], readEcho),
];
