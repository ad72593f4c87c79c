type Live = { readonly id: string; readonly requester: string };

/**
 * Which live challenges of an address give way to a new one; `live` comes oldest first. The client that holds the most loses its
 * oldest, so that a stranger who keeps asking evicts his own codes and not those of the address's owner.
 */
export function chooseEvicted(live: readonly Live[], requester: string, max: number): string[] {
  const left = [...live];
  const evicted: string[] = [];
  while (left.length >= max) {
    const heldBy = (who: string) =>
      left.filter((challenge) => challenge.requester === who).length + Number(who === requester);
    const most = Math.max(...left.map((challenge) => heldBy(challenge.requester)));
    const heaviest = left.filter((challenge) => heldBy(challenge.requester) === most);
    const next = heaviest.find((challenge) => challenge.requester === requester) ?? heaviest[0];
    if (next === undefined) break;
    evicted.push(next.id);
    left.splice(left.indexOf(next), 1);
  }
  return evicted;
}
