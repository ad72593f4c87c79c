import type { Discourse } from '../model.ts';

const LIVE: ReadonlySet<Discourse> = new Set(['directive', 'executable', 'hidden']);

/** Somebody does it or is told to; a sample, a mention or a warning is not an act. */
export const isLive = (context: Discourse): boolean => LIVE.has(context);
