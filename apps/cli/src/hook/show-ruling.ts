import { toSafeText } from '../render/safe-text.ts';
import type { Ruling } from './hosts.ts';

const REASON_CHARS_MAX = 2_000;

/** A reason contains file names and text from services. It must not control the terminal or look like another message to a model. */
export function toShown({ decision, reason }: Ruling): Ruling {
  if (reason === '') return { decision, reason };
  const text = toSafeText(reason.slice(0, REASON_CHARS_MAX));
  return { decision, reason: reason.length > REASON_CHARS_MAX ? `${text}…` : text };
}
