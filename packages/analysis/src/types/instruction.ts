/**
 * Structure of a sentence: the acts that it asks for or forbids, and the names in it. A model or a person decides what
 * the sentence means; these facts show where to look, and which sentence belongs to a proof.
 */
export const VERBS = [
  'follow', // treat external text as instructions
  'ignore',
  'tell', // address or inform a person
  'send',
  'get', // download, fetch, clone
  'install',
  'run',
  'read',
  'write',
  'remove',
  'visit', // open, look at
  'judge', // mark, rate, skip
] as const;
export type Verb = (typeof VERBS)[number];

export const NAMED = [
  'address', // outside this machine
  'secret',
  'agent-file', // memory, settings, skills of the agent
  'conversation',
  'standing-rules',
  'orders', // instructions, steps or commands by another author
  'user',
  'self', // this skill, this file
  'reviewer', // addressed directly
  'verdict',
  'turn-mark', // tokens of a chat template, tags of a system block
  'terminal',
  'archive',
  'given-password',
] as const;
export type Named = (typeof NAMED)[number];

export type InstructionValue = {
  readonly asks: readonly Verb[];
  readonly forbids: readonly Verb[];
  readonly names: readonly Named[];
  /** As written, in the order of the sentence. */
  readonly addresses: readonly string[];
  /** An imperative or an obligation of the reader; otherwise a description. */
  readonly isOrder: boolean;
};
