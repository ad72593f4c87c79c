import type { Unit } from '../types/index.ts';

const SHOWN_CHARS = 40;

/**
 * Whether the text around the payload shows its beginning literally. Then only a value was folded and nothing was
 * hidden.
 */
export function isShown(payload: string | null, unit: Unit): boolean {
  const start = payload?.trim().slice(0, SHOWN_CHARS) ?? '';
  return start !== '' && (unit.within ?? unit).span.view.text.includes(start);
}
