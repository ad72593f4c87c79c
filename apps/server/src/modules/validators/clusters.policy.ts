/** A property that a validator shares with others: its wallet or one that paid for it, an employer, a household, a landlord. */
export type Tie = { readonly validatorId: string; readonly wallet: string };

/**
 * Groups validators for the draw: all that are connected by shared ties, directly or through others, form a cluster.
 * The id of a cluster is that of its first validator. A validator without ties is its own cluster.
 */
export function toClusters(validatorIds: readonly string[], ties: readonly Tie[]): Map<string, string> {
  const parents = new Map(validatorIds.map((id) => [id, id]));
  const firstOf = (id: string): string => {
    const parent = parents.get(id) ?? id;
    return parent === id ? id : firstOf(parent);
  };
  for (const members of Map.groupBy(ties, ({ wallet }) => wallet).values()) {
    const known = members.map(({ validatorId }) => validatorId).filter((id) => parents.has(id));
    const firsts = [...new Set(known.map(firstOf))].toSorted();
    for (const id of firsts) parents.set(id, firsts[0] ?? id);
  }
  return new Map(validatorIds.map((id) => [id, firstOf(id)]));
}

/** Clusters tied to the author, which are not eligible. */
export function tiedClusters(
  clusters: ReadonlyMap<string, string>,
  ties: readonly Tie[],
  authorWallets: ReadonlySet<string>,
): Set<string> {
  const tied = ties.filter(({ wallet }) => authorWallets.has(wallet));
  return new Set(tied.flatMap(({ validatorId }) => clusters.get(validatorId) ?? []));
}
