/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '61b84e023d84a60dda3dd608975ef902bfb2126f036aedea7f51e3b3d54edfe8';
