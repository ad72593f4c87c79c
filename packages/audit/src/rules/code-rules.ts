import type { Rule } from '../model.ts';
import { decodedExecution } from './decoded-execution/decoded-execution.rule.ts';
import { remoteExecution } from './remote-execution/remote-execution.rule.ts';

/** Rules over code, packages and concealment. */
export const CODE_RULES: readonly Rule[] = [decodedExecution, remoteExecution];
