import { luredExecution } from '../rules/cor-01-lured-execution/lured-execution.chain.ts';
import { secretChain } from '../rules/cor-02-secret-chain/secret-chain.chain.ts';
import { agentFlow } from '../rules/cor-03-agent-flow/agent-flow.chain.ts';
import { revealedAddress } from '../rules/cor-04-revealed-address/revealed-address.chain.ts';
import { implant } from '../rules/cor-05-implant/implant.chain.ts';
import { poisonedMemory } from '../rules/cor-06-poisoned-memory/poisoned-memory.chain.ts';
import { unconfirmedTrifecta } from '../rules/cor-07-unconfirmed-trifecta/unconfirmed-trifecta.chain.ts';
import { brokenPromise } from '../rules/cor-08-broken-promise/broken-promise.chain.ts';
import { unreviewedExecution } from '../rules/cor-09-unreviewed-execution/unreviewed-execution.chain.ts';
import { keyTheft } from '../rules/cor-10-key-theft/key-theft.chain.ts';
import { outsidePurpose } from '../rules/cor-11-outside-purpose/outside-purpose.chain.ts';
import type { Chain } from './chain.ts';

/** In the order they are looked for. */
export const CHAINS: readonly Chain[] = [
  luredExecution,
  secretChain,
  agentFlow,
  revealedAddress,
  implant,
  poisonedMemory,
  unconfirmedTrifecta,
  brokenPromise,
  unreviewedExecution,
  keyTheft,
  outsidePurpose,
];
