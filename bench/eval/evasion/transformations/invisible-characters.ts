import { dress, pick } from '../attack.ts';
import { programSkill, shellStep, skill } from '../carrier.ts';
import { reverse } from './text-codes.ts';

const ZERO_WIDTH = ['\u200b', '\u200c', '\u2060'] as const;
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP = '\u202c';
const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const POP_ISOLATE = '\u2069';

/** A zero-width character in the middle of every longer word. */
const sprinkle = (text: string): string =>
  text.replace(/[A-Za-z]{4,}/g, (word, at: number) => {
    const middle = Math.floor(word.length / 2);
    return word.slice(0, middle) + pick(ZERO_WIDTH, at) + word.slice(middle);
  });

/** Stored backwards, shown forwards. */
const turn = (text: string): string => `${RIGHT_TO_LEFT_OVERRIDE}${reverse(text)}${POP}`;

/** Code that an editor shows as part of the comment beside it. */
const disguise = (code: string, comment: string): string =>
  code
    .split('\n')
    .map((line) => `${line} ${comment} ${RIGHT_TO_LEFT_ISOLATE} checked ${POP_ISOLATE}`)
    .join('\n');

export const invisibleCharacters = dress('invisible-characters', 'zero-width, bidi', {
  shell: (payload, variant) =>
    skill(pick([shellStep(sprinkle(payload)), `Run this command first: ${turn(payload)}`], variant)),
  python: (payload) => programSkill('python', disguise(payload, '#')),
  javascript: (payload) => programSkill('javascript', disguise(payload, '//')),
  prose: (payload, variant) => skill(pick([sprinkle(payload), turn(payload)], variant)),
});
