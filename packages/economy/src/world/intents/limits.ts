/** Limits that an intent and its preconditions table share. */

/** The price of an hour at a school, as a share of the public wage. */
export const STUDY_FEE_PER_HOUR = 0.02;
/** An actor with this much energy or less works no overtime. */
export const TIRED = 40;
