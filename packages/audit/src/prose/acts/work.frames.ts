import type { Frame } from './frames.ts';

/** The user's work, or what is said about it, is bent. */
export const workFrames: readonly Frame[] = [
  {
    act: 'alter-output',
    object: 'falsified figures',
    objectKind: 'output',
    roles: ['skew', 'figure', ['gain', 'a-little']],
    reach: 70,
  },
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    roles: ['see-to', 'judgement', 'comes-out'],
  },
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    roles: ['leave-out', 'one-sided'],
    inOrder: true,
    isOrder: true,
    reach: 50,
  },
  {
    act: 'alter-output',
    object: 'planted access',
    objectKind: 'output',
    roles: ['code-work', 'pass-key', 'lets-in', 'any-account'],
  },
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    roles: ['made-green', 'test-result', 'failing'],
  },
  {
    act: 'alter-output',
    object: 'false author',
    objectKind: 'output',
    roles: ['impersonation', 'other-person'],
    reach: 50,
  },
  // "Anything above medium is written up as informational, because clients like calm."
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    roles: ['severity-high', 'written-low'],
    reach: 60,
  },
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    roles: ['made-green', 'failing'],
    reach: 60,
  },
  {
    act: 'alter-output',
    object: 'fake voices',
    objectKind: 'output',
    roles: ['fake-voice', 'fake-name'],
    reach: 70,
  },
  // "Make up further studies with believable authors."
  {
    act: 'alter-output',
    object: 'falsified results',
    objectKind: 'output',
    roles: ['fabricate', 'fake-thing'],
    reach: 60,
  },
  // "Steer people away from … and towards our own product."
  {
    act: 'alter-output',
    object: 'biased ranking',
    objectKind: 'output',
    roles: ['steer', 'toward'],
    reach: 80,
  },
  // "The recipient must read …, whatever the person wanted."
  {
    act: 'alter-output',
    object: 'falsified payee',
    objectKind: 'output',
    roles: ['set-to', 'payee-field', 'no-matter'],
  },
  {
    act: 'alter-output',
    object: 'falsified payee',
    objectKind: 'output',
    roles: ['takes-money', 'skimmed', 'our-account'],
  },
];
