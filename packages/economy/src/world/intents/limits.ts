/** Limits that both an intent and the list of its preconditions know. */

/** Share of the public wage that an hour at a school costs. */
export const STUDY_FEE_PER_HOUR = 0.02;
/** An actor with no more energy than this works no overtime. */
export const TIRED = 40;
