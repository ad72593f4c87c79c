import type { ObjectKind } from '../../model.ts';
import type { Address } from '../addresses.ts';
import type { Tag } from '../lexicon/lexicon.ts';
import type { Sentence } from '../sentence.ts';
import type { Hit } from '../tagger.ts';
import { type ActReader, phraseAct, type SeenAct } from './act.ts';
import { isRunningText } from './frames.ts';

/**
 * Something of the user's ends up at an address, whatever the verb: "rows with a name also land in the list at …",
 * "what they typed finds its way to …". Needs a thing, a motion, and words that lead to the address.
 */
const THINGS: readonly (readonly [Tag, ObjectKind])[] = [
  ['seed', 'seed-phrase'],
  ['secret', 'secret'],
  ['environment', 'environment'],
  ['prompt', 'system-prompt'],
  ['conversation', 'conversation'],
  ['private-data', 'user-file'],
  ['personal', 'user-file'],
  ['user-file', 'workspace'],
  ['raw-work', 'workspace'],
];

const LEADS =
  /\b(?:to|into|onto|at|under|on|via|through|with|towards|past|over|for|by|reaches|reach|against|beneath|behind|let|tell|ask)\s+(?:[^\s•.;:!?]+\s+){0,6}\W{0,3}$/;
const FROM =
  /\b(?:from|see|visit|read|open|browse|docs?|documentation|described|documented|hosted|available|published|listed|found|known as|called|named|like|such as|e\.g\.?|example|server|listens?|listening|running|runs|serves?|served|log in|sign in|sign up|register|account|created?|project|dashboard|homepage|website|licen[cs]e|more|learn|help|support|questions|feedback|issues?|downloads?|downloading|using|schema|specification|following|check|verify|request(?:s|ed)?|api|direct them|direct the user|artifact on)\s+(?:[^\s•.;:!?]+\s+){0,2}\W{0,3}$/;

const QUESTION = /\?["”')*_\s]*$/;
/** A key in the header of a request is how a service is used. */
const OWN_USE = /\b(?:header|authorization|bearer|x-api-key|authenticat\w+|log ?in|sign ?in)\b/;
const BEFORE_CHARS = 120;
const REACH_CHARS = 90;
const EXTENT_CHARS = 200;

export const readOutflow: ActReader = ({ sentence, addresses }) => {
  for (const address of addresses) {
    const seen = flowTo(sentence, address);
    if (seen) return [seen];
  }
  return [];
};

function flowTo(sentence: Sentence, address: Address): SeenAct | undefined {
  const before = sentence.words.slice(Math.max(0, address.start - BEFORE_CHARS), address.start);
  const after = sentence.words.slice(address.end);
  if (FOLLOWED.test(after)) return followedBy(sentence, address);
  if (EXPECTS.test(after)) return expectedAt(sentence, address);
  if (QUESTION.test(sentence.raw) || FROM.test(before) || OWN_USE.test(sentence.words)) return undefined;
  const motion = wordsOf(sentence).findLast((hit) => isMotionTo(sentence, hit, address));
  if (motion?.language === 'en' && !LEADS.test(before)) return undefined;
  const thing = motion && thingIn(sentence, motion, address);
  if (!motion || !thing || Math.max(address.start - motion.end, motion.start - address.end) > REACH_CHARS)
    return undefined;
  const start = Math.min(motion.start, thing.hit.start, address.start);
  if (address.start - start > EXTENT_CHARS || !isRunningText(sentence.raw.slice(start, address.start)))
    return undefined;
  const match = sentence.words.slice(motion.start, motion.end).match(/^.*$/s);
  if (!match) return undefined;
  return {
    ...phraseAct(
      'send',
      match,
      thing.kind === 'user-file' ? 'private data' : sentence.text.slice(thing.hit.start, thing.hit.end),
      {
        objectKind: thing.kind,
        destination: address.text,
        isPolar: false,
        start,
        end: Math.max(address.end, thing.hit.end),
      },
    ),
    verbAt: motion.start,
    isSaid: true,
  };
}

/** "https://…?q= followed by everything they said": the address is made of the data. */
const FOLLOWED =
  /^\W{0,3}(?:followed by|plus|and|and then|with|ending in|ending with|and after it|and behind it)\b[^.]{0,60}\b(?:summary|text|words|told|said|talk|chat|conversation|name|names|key|keys|token|password|contents?|data|everything|whatever|answers?|questions?|message|messages)\b/;
/** "desk@… should get the originals": whoever waits there is named first. */
const EXPECTS =
  /^\W{0,3}(?:likes? to (?:see|have|get|know)|wants? (?:to see|a copy|the|all|every)|(?:should|must|has to|is to|will) (?:also )?(?:get|receive|see|have|know|be told)|gets|receives|expects|is owed|collects|gathers)\b/;

const followedBy = (sentence: Sentence, address: Address): SeenAct | undefined =>
  PICTURE.test(sentence.words) || /[?=/]$/.test(address.text) ? sending(sentence, address, 'conversation') : undefined;

const PICTURE = /\b(?:images?|pictures?|links?|pixel|badge|icon|address|url)\b/;

function expectedAt(sentence: Sentence, address: Address): SeenAct | undefined {
  const thing = THINGS.find(([tag]) => wordsOf(sentence).some((hit) => hit.tag === tag && hit.start >= address.end));
  return thing && sending(sentence, address, thing[1]);
}

const sending = ({ raw }: Sentence, address: Address, kind: ObjectKind): SeenAct => ({
  act: 'send',
  start: address.start,
  end: Math.min(raw.length, address.end + EXTENT_CHARS / 2),
  verbAt: address.start,
  verb: 'gets',
  object: 'private data',
  objectKind: kind,
  destination: address.text,
  isPolar: false,
  isSaid: true,
  language: 'en',
});

const wordsOf = ({ hits, roles }: Sentence): readonly Hit[] => [...hits, ...roles].sort((a, b) => a.start - b.start);

const NOT_MOTION = /(?:^|\s)(?:a|an|the|this|that|no|any|each|every|your|their|its|our|of)\s$/;

/** English moves towards the address; other languages may close the sentence with the verb. Quoted words are not ours. */
const isMotionTo = ({ text }: Sentence, hit: Hit, address: Address): boolean =>
  (hit.tag === 'reaches' || hit.tag === 'send') &&
  (hit.language !== 'en' || hit.end <= address.start) &&
  !NOT_MOTION.test(text.slice(Math.max(0, hit.start - 8), hit.start)) &&
  (text.slice(0, hit.start).match(/["“”]/g)?.length ?? 0) % 2 === 0;

/** The most sensitive thing the sentence names; the motion itself and the address are none. */
function thingIn(sentence: Sentence, motion: Hit, address: Address): { hit: Hit; kind: ObjectKind } | undefined {
  for (const [tag, kind] of THINGS) {
    const hit = wordsOf(sentence).find(
      (one) =>
        one.tag === tag &&
        (one.end <= motion.start || one.start >= motion.end) &&
        (one.end <= address.start || one.start >= address.end),
    );
    if (hit) return { hit, kind };
  }
  return undefined;
}
