import { toSafeText } from '../render/safe-text.ts';
import type { Ruling } from './hosts.ts';

const REASON_CHARS_MAX = 2_000;

/** A reason holds names of files and words of services. A terminal must not obey them, and a model must not take them for another message. */
export function toShown({ decision, reason }: Ruling): Ruling {
  const text = toSafeText(reason.slice(0, REASON_CHARS_MAX));
  return { decision, reason: reason.length > REASON_CHARS_MAX ? `${text}…` : text };
}
