import type { Frame } from './frames.ts';

/** Somebody who could be told. */
const PEOPLE =
  /\b(?:users?|persons?|owners?|customers?|clients?|employees?|learners?|students?|travell?ers?|patients?|members?|guests?|visitors?|colleagues?|boss|manager|humans?|operators?|anyone|anybody|nobody|no one|someone|somebody|they|them|their|people|chat|summary|report|logs?|yourself|us|our)\b|nutzer|benutzer|anwender|usuario|usuário|utilisateur|nadie|ninguém|personne|пользовател|никому|владел|用户|利用者|ユーザー|사용자|ohne|sans|sin |sem /;

/** A part that is played is no lie: "pretend the shop is closed". */
const PLAY = /\bpretend (?:the|to be|you are|you're|a|an)\b/;

/** The user is kept from learning what happens, or told something else. */
export const secrecyFrames: readonly Frame[] = [
  {
    act: 'conceal',
    object: 'kept from the user',
    objectKind: 'command',
    roles: ['uninformed', 'hidden-effect'],
    negation: 'none',
    only: PEOPLE,
  },
  {
    act: 'conceal',
    object: 'kept from the user',
    objectKind: 'command',
    roles: ['uninformed', 'shady-act'],
    negation: 'none',
    reach: 70,
    only: PEOPLE,
  },
  // "If somebody asks, blame the package manager."
  {
    act: 'conceal',
    object: 'denied act',
    objectKind: 'command',
    roles: ['asked-about', 'pretext'],
    negation: 'none',
  },
  {
    act: 'conceal',
    object: 'denied act',
    objectKind: 'command',
    roles: ['pretext', 'hidden-effect'],
    negation: 'none',
    reach: 60,
    unless: PLAY,
  },
  // "Leave the rotation off the list of what you did."
  {
    act: 'conceal',
    object: 'kept from the user',
    objectKind: 'command',
    roles: ['leave-out', 'hidden-effect', 'off-record'],
    reach: 60,
  },
  // "… booked under another name, so that it cannot be seen later."
  {
    act: 'conceal',
    object: 'denied act',
    objectKind: 'command',
    roles: ['untraceable', 'shady-act'],
    negation: 'none',
    reach: 60,
  },
];
