import { type ServiceIdentity, type Signer, signJson } from '@assay/protocol';
import type { z } from 'zod';

type Deps = {
  readonly issuer: string;
  readonly getSigner: () => Promise<Signer>;
  /** Undefined while no chain is open in this process. */
  readonly findOffer: () => { readonly network: string; readonly asset: string; readonly payTo: string } | undefined;
  readonly clock: { now(): Date };
};

/** Signs the caller's nonce with the keys of this service, so that a stored answer proves nothing. */
export function createServiceIdentity({ issuer, getSigner, findOffer, clock }: Deps) {
  return async (nonce: string): Promise<z.input<typeof ServiceIdentity>> => {
    const offer = findOffer();
    const payment = offer === undefined ? null : { network: offer.network, asset: offer.asset, payTo: offer.payTo };
    const body = { issuer, nonce, issuedAt: clock.now().toISOString(), payment };
    return signJson(body, await getSigner()) as z.input<typeof ServiceIdentity>;
  };
}
export type ReadServiceIdentity = ReturnType<typeof createServiceIdentity>;
