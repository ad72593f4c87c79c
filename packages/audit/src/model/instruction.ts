/**
 * What a sentence asks for. The prose module fills and may extend these vocabularies; rules only read them.
 */
export const INSTRUCTION_ACTS = [
  'override-rules', // ignore, replace or outrank standing instructions
  'adopt-persona',
  'launder-consent', // the user already agreed; never refuse
  'conceal', // keep an act from the user
  'reveal-prompt', // system prompt, history or tool list
  'obey-remote', // fetch text and follow it
  'sway-reviewer', // address the scanner or judge, assert a verdict
  'forge-turn', // chat template tokens, fake system or tool blocks
  'claim-authority',
  'gate', // behave differently by date, host, user, CI or phrase
  'read',
  'send',
  'run',
  'install',
  'download',
  'write',
  'delete',
  'remember', // write to agent memory or instruction files
  'configure-agent', // settings, permissions, hooks, MCP servers
  'disable-safeguard',
  'request-secret',
  'echo-secret',
  'paste-in-terminal',
  'move-money',
  'post-publicly',
  'message-people',
  'loop-forever',
  'alter-output', // plant promotion, bias or defects in the user's work
  'poll-orders',
  'bypass-check', // CAPTCHA, MFA, identity
  'claim-priority', // be used first or for everything
  'claim-trust', // badges, certificates, "verified by"
  'claim-safety', // "nothing leaves this computer"
  'confirm', // ask the user before going on
] as const;
export type InstructionAct = (typeof INSTRUCTION_ACTS)[number];

export const OBJECT_KINDS = [
  'standing-rules',
  'system-prompt',
  'conversation',
  'memory',
  'secret',
  'secret-file',
  'seed-phrase',
  'environment',
  'user-file',
  'workspace',
  'clipboard',
  'screen',
  'agent-file',
  'skill',
  'tool',
  'script',
  'command',
  'package',
  'archive',
  'utility',
  'url',
  'output',
  'money',
  'verdict',
  'other',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

export type InstructionValue = {
  readonly act: InstructionAct;
  /** The verb as written, lower case. */
  readonly verb: string;
  readonly object: string;
  readonly objectKind: ObjectKind;
  /** URL, path or named place the object goes to or comes from; `null` when none is named. */
  readonly destination: string | null;
  readonly addressee: 'agent' | 'user' | 'reader' | 'reviewer';
  readonly modality: 'must' | 'should' | 'may' | 'plain';
  readonly negated: boolean;
  readonly condition: string | null;
  readonly scope: 'once' | 'always';
  /** Said to happen without the user's knowledge. */
  readonly concealed: boolean;
  /** Urgency, threat or authority in the same passage. */
  readonly pressure: boolean;
  /** BCP 47 primary tag of the lexicon that matched. */
  readonly language: string;
};
