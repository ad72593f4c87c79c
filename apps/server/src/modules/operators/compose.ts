/** Wires operator accounts, their sign-in and two-person proposals. */
import { createSecretBox } from '../../platform/auth/index.ts';
import type { PlatformServices } from '../../platform/services.ts';
import { bindOperatorRoutes } from './operators.routes.ts';
import { createOperators, type OperatorTransaction } from './operators.service.ts';
import { createProposals, type ProposalTransaction, type ProposedActs } from './proposals.service.ts';
import { createSignIn, type SignInProvider } from './sign-in.service.ts';
import type { TwoPersonRule } from './two-person.policy.ts';

type Needs<Tx> = {
  readonly rule: TwoPersonRule;
  readonly acts: ProposedActs<Tx>;
  readonly provider: SignInProvider | undefined;
  readonly portalUrl: string;
};

export function composeOperators<Tx extends OperatorTransaction & ProposalTransaction>(
  platform: PlatformServices<Tx>,
  { rule, acts, provider, portalUrl }: Needs<Tx>,
) {
  const { stores, inTransaction, deriveKey, random, clock, log } = platform;
  const operators = createOperators({ rule, store: stores.operators, inTransaction, random, clock });
  const proposals = createProposals({ rule, acts, store: stores.proposals, inTransaction, random, clock });
  const signIn = createSignIn({
    provider,
    pageUrl: `${portalUrl}/operator`,
    rule,
    store: stores.operators,
    inTransaction,
    box: createSecretBox(deriveKey('operator sign-in')),
    random,
    clock,
    log,
  });
  return { routes: bindOperatorRoutes(operators, proposals, signIn) };
}
