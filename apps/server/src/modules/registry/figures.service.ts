import { Address } from '@assay/protocol';
import type { AnchorStore } from './anchors.store.ts';
import type { ChainFacts } from './chain.port.ts';

type Deps = {
  readonly anchors: Pick<AnchorStore, 'countCommitted'>;
  readonly findFacts: () => ChainFacts | undefined;
};

/** The registry in the public statistics. Null in a process without a chain. */
export function createRegistryFigures({ anchors, findFacts }: Deps) {
  return async () => {
    const facts = findFacts();
    if (facts === undefined) return null;
    const { network, registryAddress } = facts;
    return { network, address: Address.parse(registryAddress), committed: await anchors.countCommitted(network) };
  };
}
