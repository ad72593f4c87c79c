import type { ObjectKind } from '../../model.ts';
import type { Tag } from '../lexicon/lexicon.ts';
import { findNear, hitsOf, type Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import { type ActReader, actOf, isNoun, type Passage, phraseAct, type SeenAct } from './act.ts';

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

/** Verbs that only mean sending when a foreign place is named. */
const WEAK_SEND =
  /^(?:copy|copies|copying|save|store|stores|write|place|commit|commits|committing|append|record|register|log|logs|logging|include|attach|report|reports|reporting|provide|share|shares|sharing|supply|echo|archive\w*|export\w*|duplicat\w+|pipe|pass along|push|pushes|pushing|route\w*|publish\w*|mail|stream\w*|ship|deliver\w*)$/;

/** "cc a@b": the mail itself is what is sent. */
const copiedMail = (sentence: Sentence, verb: Hit): { hit: Hit; kind: ObjectKind } | undefined =>
  /^b?cc$/.test(sentence.text.slice(verb.start, verb.end)) ? { hit: verb, kind: 'user-file' } : undefined;

const readSend: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const seen: SeenAct[] = [];
  // An entry of a list of links is a title, not an order.
  if (sentence.raw.startsWith('[')) return seen;
  for (const verb of hitsOf(sentence, 'send')) {
    if (isNoun(sentence, verb)) continue;
    const object = objectNear(sentence, verb, 120) ?? copiedMail(sentence, verb);
    const address = addresses.find((item) => item.start >= verb.start || verb.language !== 'en') ?? addresses[0];
    const place = sentence.hits.find((hit) => hit.tag === 'place' && (hit.start >= verb.end || verb.language !== 'en'));
    const isWeak = WEAK_SEND.test(sentence.text.slice(verb.start, verb.end));
    const destination = address?.text ?? (place ? sentence.text.slice(place.start, place.end) : null);
    if (!object || destination === null || (isWeak && !address && !isExternal(sentence))) continue;
    seen.push(
      actOf('send', passage, verb, object.hit, {
        objectKind: object.kind,
        destination,
        end: Math.max(verb.end, object.hit.end, address?.end ?? 0, place?.end ?? 0),
      }),
    );
    break;
  }
  return seen;
};

const SLOT_NAME =
  /[?&=/][\w.-]{0,30}(?:[{<[$]{1,2}|%7b|=)\s*[\w-]{0,20}(conversation|chat|history|context|secret|token|api_?key|password|credential|summary|user_?data|prompt|memory|transcript|base64_of|messages?)/i;
const RENDER =
  /\b(?:render|show|embed|insert|display|image|picture|badge|link|pixel|load|append|include|add|open|fetch)\b/;

/** An address with a slot for private data: whoever renders it sends the data. */
const readRenderLeak: ActReader = (passage) => {
  const { sentence, addresses } = passage;
  const render = RENDER.exec(sentence.text);
  if (!render) return [];
  for (const address of addresses) {
    const slot = SLOT_NAME.exec(sentence.raw.slice(address.start, address.end + 40));
    if (!slot || !/[{<[$]|%7b|=[A-Z0-9]{3,}_[A-Z]/.test(slot[0])) continue;
    const kind: ObjectKind = /secret|token|key|password|credential/i.test(slot[1] ?? '') ? 'secret' : 'conversation';
    return [
      phraseAct('send', render, slot[1] ?? '', {
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

const EXTERNAL =
  /\b(?:external|remote|third[- ]party|webhook|our (?:server|api|endpoint)|central server|off-?site|pastebin|telegram|discord|public (?:repo|repository|gist|url|link))\b/;
const isExternal = (sentence: Sentence): boolean => EXTERNAL.test(sentence.text);

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
  /\.ssh|\.aws|\.env\b|id_rsa|id_ed25519|\.netrc|\.npmrc|\.kube|keychain|wallet|\.pypirc|auth\.json|credentials\.json|\/etc\/(?:shadow|passwd)|cookies/;

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

const readEcho: ActReader = (passage) => {
  const { sentence } = passage;
  const pair = findNear(sentence, 'reveal', 'secret', 60);
  const output = hitsOf(sentence, 'output').find((hit) => hit.start > (pair?.[1].start ?? Number.POSITIVE_INFINITY));
  const isInto =
    output &&
    /\b(?:in|into|to|within|with|at the end of)\s+(?:\w+\s+){0,3}$/.test(sentence.text.slice(0, output.start));
  return pair && output && isInto ? [actOf('echo-secret', passage, pair[0], pair[1], { objectKind: 'secret' })] : [];
};

export const dataReaders: readonly ActReader[] = [readSend, readRenderLeak, readRead, readRequest, readEcho];
