/** Settings that an owner controls manually for a limited time. */
import type { Wish } from './side.ts';
import type { World } from './state.ts';

type WishKind = Wish['kind'];

export function findWish(w: World, actor: number, kind: WishKind): Wish | undefined {
  return w.side.wishes.find((wish) => wish.actor === actor && wish.kind === kind && wish.untilTick > w.tick);
}

/** Its value, or 0. */
export const wishOf = (w: World, actor: number, kind: WishKind): number => findWish(w, actor, kind)?.value ?? 0;

/** Replaces an earlier wish of the same kind. */
export function setWish(w: World, wish: Wish): void {
  w.side.wishes = w.side.wishes.filter(
    (other) => !(other.actor === wish.actor && other.kind === wish.kind && other.other === wish.other),
  );
  w.side.wishes.push(wish);
}

export function dropWish(w: World, gone: Wish): void {
  w.side.wishes = w.side.wishes.filter((wish) => wish !== gone);
}

export function dropOldWishes(w: World): void {
  if (w.side.wishes.some(({ untilTick }) => untilTick <= w.tick)) {
    w.side.wishes = w.side.wishes.filter(({ untilTick }) => untilTick > w.tick);
  }
}
