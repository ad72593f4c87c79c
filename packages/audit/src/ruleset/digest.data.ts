/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5cc1c859d702af93836e10e95375d7821c5a1aabb6fb5dfca789760423a0c350';
