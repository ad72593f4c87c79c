/** Operator accounts: names, roles and sign-in. */
import { z } from 'zod';
import { OperatorKey, OperatorName } from '../ids.ts';
import { OPERATOR_ROLES } from '../mounts.ts';
import { Count, Time } from './common.ts';

const OperatorRole = z.enum(OPERATOR_ROLES);
const SIGN_IN_MAX = 255;
/** The value of the configured claim. The comparison is exact. */
const SignIn = z.string().trim().min(1).max(SIGN_IN_MAX);

export const OperatorAccount = z
  .object({
    name: OperatorName,
    role: OperatorRole,
    signIn: SignIn.nullable().describe('Value of the configured claim with which the operator signs in.'),
    createdAt: Time,
    createdBy: z.string(),
    lastUsedAt: Time.nullable().describe('Last use of the key, with a precision of one hour.'),
    removedAt: Time.nullable(),
  })
  .meta({ id: 'OperatorAccount' });
export type OperatorAccount = z.infer<typeof OperatorAccount>;

export const OperatorAccounts = z.object({ items: z.array(OperatorAccount) }).meta({ id: 'OperatorAccounts' });

export const NewOperator = z
  .strictObject({ name: OperatorName, role: OperatorRole, signIn: SignIn.optional() })
  .meta({ id: 'NewOperator' });
export type NewOperator = z.infer<typeof NewOperator>;

/** The only answer that shows the key. */
export const OperatorKeyAnswer = z
  .object({ name: OperatorName, role: OperatorRole, key: OperatorKey })
  .meta({ id: 'OperatorKeyAnswer' });
export type OperatorKeyAnswer = z.infer<typeof OperatorKeyAnswer>;

export const OperatorMe = z
  .object({
    name: z.string().describe('`operator` for the administrative key.'),
    role: OperatorRole,
    twoPersonHours: Count.describe(
      'Hours within which a second administrator must confirm a proposal; 0 if the rule is off.',
    ),
  })
  .meta({ id: 'OperatorMe' });
export type OperatorMe = z.infer<typeof OperatorMe>;
