import type { CommandRow } from './command.ts';

export const COMMANDS: readonly CommandRow[] = [
  {
    name: 'scan',
    usage: 'scan PATH...',
    summary: 'review skills for attacks, deception and risky acts',
    load: async () => (await import('./scan.ts')).scan,
  },
  {
    name: 'reader',
    usage: 'reader [use NAME|off]',
    summary: 'choose the model that reads instructions in a scan',
    load: async () => (await import('./reader.ts')).reader,
  },
  {
    name: 'verify',
    usage: 'verify ID|URL|DIR',
    summary: 'is it certified, unchanged and valid now?',
    load: async () => (await import('./verify.ts')).verify,
  },
  {
    name: 'check',
    usage: 'check [DIR]',
    summary: 'every skill of a project, and its lock files',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'diff',
    usage: 'diff DIR [ID]',
    summary: 'what differs from the certified version, file by file',
    load: async () => (await import('./diff.ts')).diff,
  },
  {
    name: 'submit',
    usage: 'submit DIR|URL',
    summary: 'have a skill reviewed, paid by x402',
    load: async () => (await import('./submit.ts')).submit,
  },
  {
    name: 'status',
    usage: 'status ID',
    summary: 'how far a review is, or how a certificate stands',
    load: async () => (await import('./status.ts')).status,
  },
  {
    name: 'flag',
    usage: 'flag ID',
    summary: 'report a problem with a certified version',
    load: async () => (await import('./flag.ts')).flag,
  },
  {
    name: 'badge',
    usage: 'badge ID',
    summary: 'a badge with the live state, for a README',
    load: async () => (await import('./badge.ts')).badge,
  },
  {
    name: 'mcp',
    usage: 'mcp [--http PORT]',
    summary: 'serve these questions to an agent over MCP',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'hook',
    usage: 'hook install|run HOST',
    summary: 'gate the skills of an agent host',
    load: async () => (await import('./hook.ts')).hook,
  },
  {
    name: 'plugin',
    usage: 'plugin test FILE',
    summary: 'check a rule pack: its form, its limits, its own samples',
    load: async () => (await import('./plugin.ts')).plugin,
  },
  {
    name: 'validator',
    usage: 'validator init|run|…',
    summary: 'take part in the council from this machine',
    load: async () => (await import('./validator.ts')).validator,
  },
  {
    name: 'monitor',
    usage: 'monitor --log-key KEY',
    summary: 'follow the log of a service, and report what concerns you',
    load: async () => (await import('./monitor.ts')).monitor,
  },
  {
    name: 'witness',
    usage: 'witness --name NAME',
    summary: 'cosign the checkpoints of transparency logs',
    load: async () => (await import('./witness.ts')).witness,
  },
  {
    name: 'init',
    usage: 'init',
    summary: 'write .assay.json for this project',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'login',
    usage: 'login',
    summary: 'get a token by a code sent to your mail address',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'config',
    usage: 'config [KEY [VALUE]]',
    summary: 'show or change settings',
    load: async () => (await import('./config.ts')).config,
  },
  {
    name: 'completion',
    usage: 'completion bash|zsh|fish',
    summary: 'a script that completes commands',
    load: async () => (await import('./completion.ts')).createCompletion(COMMANDS),
  },
];
