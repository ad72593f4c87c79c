import type { Unit } from '../types/index.ts';

const SHOWN_CHARS = 40;

/** Whether the surrounding text shows the start of the payload literally. Then a value was folded and nothing was hidden. */
export function isShown(payload: string | null, unit: Unit): boolean {
  const start = payload?.trim().slice(0, SHOWN_CHARS) ?? '';
  return start !== '' && (unit.within ?? unit).span.view.text.includes(start);
}
