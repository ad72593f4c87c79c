import type { GuardPolicy } from '@assay/client';
import { parseWord } from './options.ts';

const LEVELS = ['CLEAR', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;
const READERS = ['NONE', 'MODEL', 'PERSON'] as const;

export const POLICY_OPTIONS = { 'max-level': { type: 'string' }, 'read-by': { type: 'string' } } as const;
export const POLICY_HELP = `  --max-level LEVEL  refuse above this risk level (clear, low, medium, high, critical)
  --read-by WHO      who must at least have read the instructions (none, model, person)
`;

/** The project's policy, narrowed by the command line. `undefined` when neither sets one: then a valid certificate is enough. */
export function toPolicy(
  values: { 'max-level'?: string | undefined; 'read-by'?: string | undefined },
  policy: GuardPolicy,
): GuardPolicy | undefined {
  const level = parseWord('max-level', values['max-level'], LEVELS);
  const readBy = parseWord('read-by', values['read-by'], READERS);
  if (level === undefined && readBy === undefined && Object.keys(policy).length === 0) return undefined;
  return { ...policy, ...(level && { allowUpTo: level }), ...(readBy && { readBy }) };
}
