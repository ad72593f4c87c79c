import { type FinishSignIn, type OperatorMe, Problem, type RandomBytes, type StartedSignIn } from '@assay/protocol';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import {
  insertOperatorSession,
  type OperatorRow,
  type OperatorStore,
  operatorNameOf,
  type SecretBox,
} from '../../platform/auth/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import type { OperatorTransaction } from './operators.service.ts';
import { identityOf } from './sign-in.policy.ts';
import type { TwoPersonRule } from './two-person.policy.ts';

export type SignInProvider = {
  readonly issuer: string;
  readonly clientId: string;
  /** Without a secret the client is public, and only PKCE protects the code. */
  readonly clientSecret: string | undefined;
  readonly claim: string;
};
type Deps = {
  readonly provider: SignInProvider | undefined;
  /** The page to which the provider sends the browser back. */
  readonly pageUrl: string;
  readonly rule: TwoPersonRule;
  readonly store: Pick<OperatorStore, 'findBySignIn'>;
  readonly inTransaction: <T>(work: (tx: OperatorTransaction) => Promise<T>) => Promise<T>;
  readonly box: SecretBox;
  readonly random: RandomBytes;
  readonly clock: { now(): Date };
  readonly log: Logger;
};

/** Loaded at the first sign-in, because most installations have no provider. */
const loadClient = () => import('openid-client');

const PROVIDER_SECONDS = 10;
const FLOW_LIFE_MS = 600_000;
const PLACE = 'operator sign-in';
const Flow = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), startedAt: z.number() });
type Flow = z.infer<typeof Flow>;

/** Authorization code with PKCE. The claim must name an existing account; sign-in creates none. */
export function createSignIn(deps: Deps) {
  const { provider, pageUrl, rule, store, inTransaction, box, random, clock, log } = deps;
  let opened: Promise<Configuration> | undefined;

  function requireProvider(): SignInProvider {
    if (provider === undefined) throw new Problem('sign_in_disabled');
    return provider;
  }

  /** Cached after a success. After a failure, the next sign-in asks the provider again. */
  async function open(of: SignInProvider): Promise<Configuration> {
    opened ??= discover(of);
    try {
      return await opened;
    } catch (error) {
      opened = undefined;
      log.warn({ err: error, issuer: of.issuer }, 'the sign-in provider did not answer');
      throw new Problem('sign_in_refused', { reason: 'the provider does not answer. Use your key' });
    }
  }

  async function start(): Promise<StartedSignIn> {
    const config = await open(requireProvider());
    const client = await loadClient();
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: pageUrl,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    const flow: Flow = { state, nonce, verifier, startedAt: clock.now().getTime() };
    return { url: url.href, flow: box.seal(JSON.stringify(flow), PLACE) };
  }

  function openFlow(sealed: string): Flow {
    const flow = Flow.safeParse(parseSealed(box, sealed));
    if (!flow.success || clock.now().getTime() - flow.data.startedAt > FLOW_LIFE_MS)
      throw new Problem('sign_in_refused', { reason: 'it was not started here, or more than 10 minutes ago' });
    return flow.data;
  }

  /** The claims of an ID token that the provider signed for this flow. */
  async function redeem(of: SignInProvider, { flow: sealed, callback }: FinishSignIn) {
    const { state, nonce, verifier } = openFlow(sealed);
    const config = await open(of);
    const { authorizationCodeGrant } = await loadClient();
    const url = new URL(pageUrl);
    url.search = callback;
    try {
      const tokens = await authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.claims() ?? {};
    } catch (error) {
      log.warn({ err: error, issuer: of.issuer }, 'a sign-in of an operator was refused');
      throw new Problem('sign_in_refused', { reason: 'the provider did not confirm it' });
    }
  }

  async function findOperator(of: SignInProvider, asked: FinishSignIn): Promise<OperatorRow> {
    const identity = identityOf(await redeem(of, asked), of.claim);
    const operator = identity === undefined ? undefined : await store.findBySignIn(identity);
    if (operator !== undefined) return operator;
    const reason = `no operator signs in with this value of the claim ${of.claim}. An administrator adds operators`;
    throw new Problem('sign_in_refused', { reason });
  }

  /** The operator who signed in, and the token of the new session for the cookie. */
  async function finish(asked: FinishSignIn, requestId: string): Promise<{ token: string; me: OperatorMe }> {
    const { id, name, role } = await findOperator(requireProvider(), asked);
    const token = await inTransaction(async (tx) => {
      const entry = { actor: operatorNameOf({ name }), action: 'operator.signed_in', requestId };
      await tx.operatorQueue.log({ ...entry, subjectType: 'operator', subjectId: name, detail: { role } }, clock.now());
      return insertOperatorSession(tx.credentials, { operatorId: id, random, clock });
    });
    return { token, me: { name, role, twoPersonHours: rule.hours } };
  }

  const end = (sessionId: string, operatorId: string): Promise<boolean> =>
    inTransaction((tx) => tx.credentials.revoke(sessionId, operatorId, clock.now()));

  return { isConfigured: provider !== undefined, start, finish, end };
}
export type SignIn = ReturnType<typeof createSignIn>;

function parseSealed(box: SecretBox, sealed: string): unknown {
  try {
    return JSON.parse(box.open(sealed, PLACE));
  } catch {
    return undefined;
  }
}

/** Signatures of ID tokens are always verified. The configuration allows http on loopback only. */
async function discover({ issuer, clientId, clientSecret }: SignInProvider): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks, None } = await loadClient();
  const url = new URL(issuer);
  const checks = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  return discovery(url, clientId, clientSecret, clientSecret === undefined ? None() : undefined, {
    execute: [enableNonRepudiationChecks, ...checks],
    timeout: PROVIDER_SECONDS,
  });
}
