/** The two-person rule: an option of the installation. */
import { type OperatorRole, Problem } from '@assay/protocol';

/** Hours in which another administrator can confirm a proposal; 0 if the rule is off. */
export type TwoPersonRule = { readonly hours: number };

export function requireTwoPersonRule({ hours }: TwoPersonRule): number {
  if (hours === 0)
    throw new Problem('two_person_rule', { reason: 'it is off, and one administrator decides directly' });
  return hours;
}

/** If the rule is on, one person cannot do this alone. */
function refuseAlone({ hours }: TwoPersonRule, instead: string): void {
  if (hours > 0) throw new Problem('two_person_rule', { reason: instead });
}

/** An administrator who could create administrators could act as both persons. */
export function refuseNewAdministrator(rule: TwoPersonRule, role: OperatorRole): void {
  if (role === 'administrator')
    refuseAlone(rule, 'administrators get accounts and keys on the command line of the machine only');
}

/** The administrative key belongs to no person in particular, so it cannot count as one of two. */
export function requirePerson({ name }: { readonly name: string | undefined }): string {
  if (name === undefined)
    throw new Problem('two_person_rule', { reason: 'it needs operators by name, and the administrative key has none' });
  return name;
}
