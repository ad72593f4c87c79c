import { luredExecution } from '../cor-01-lured-execution/lured-execution.chain.ts';
import { secretChain } from '../cor-02-secret-chain/secret-chain.chain.ts';
import { revealedAddress } from '../cor-04-revealed-address/revealed-address.chain.ts';
import { implant } from '../cor-05-implant/implant.chain.ts';
import { unreviewedExecution } from '../cor-09-unreviewed-execution/unreviewed-execution.chain.ts';
import type { Chain } from './chain.ts';

/** In the order they are looked for. */
export const CHAINS: readonly Chain[] = [luredExecution, secretChain, revealedAddress, implant, unreviewedExecution];
