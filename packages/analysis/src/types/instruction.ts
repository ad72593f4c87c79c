/**
 * What the structure of a sentence shows: which kinds of act it asks for or forbids, and what it names. What a sentence
 * means is for a model or a person to say; these facts tell where to look, and which sentence goes with what is proven.
 */
export const VERBS = [
  'follow', // take what something says as orders
  'ignore',
  'tell', // speak to somebody, or show them something
  'send',
  'get', // download, fetch, clone
  'install',
  'run',
  'read',
  'write',
  'remove',
  'visit', // open, look at
  'judge', // mark, rate, pass over
] as const;
export type Verb = (typeof VERBS)[number];

export const NAMED = [
  'address', // outside this machine
  'secret',
  'agent-file', // memory, settings, skills of the agent
  'conversation',
  'standing-rules',
  'orders', // instructions, steps, commands somebody else wrote
  'user',
  'self', // this skill, this file
  'reviewer', // spoken to
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
  /** An imperative, or a duty laid on the reader; a description otherwise. */
  readonly isOrder: boolean;
};
