import type { Rule } from '../model.ts';
import { remoteExecution } from './exe-01-remote-execution/remote-execution.rule.ts';
import { decodedExecution } from './exe-02-decoded-execution/decoded-execution.rule.ts';
import { remoteShell } from './exe-03-remote-shell/remote-shell.rule.ts';
import { dynamicEvaluation } from './exe-04-dynamic-evaluation/dynamic-evaluation.rule.ts';
import { shellInjection } from './exe-05-shell-injection/shell-injection.rule.ts';
import { loadTimeCode } from './exe-06-load-time-code/load-time-code.rule.ts';
import { hookCommands } from './exe-07-hook-commands/hook-commands.rule.ts';
import { miner } from './exe-08-miner/miner.rule.ts';
import { nativeMemory } from './exe-09-native-memory/native-memory.rule.ts';
import { scriptHosts } from './exe-10-script-hosts/script-hosts.rule.ts';
import { gateRemoval } from './exe-11-gate-removal/gate-removal.rule.ts';

/** Rules over code, packages and concealment. */
export const CODE_RULES: readonly Rule[] = [
  remoteExecution,
  decodedExecution,
  remoteShell,
  dynamicEvaluation,
  shellInjection,
  loadTimeCode,
  hookCommands,
  miner,
  nativeMemory,
  scriptHosts,
  gateRemoval,
];
