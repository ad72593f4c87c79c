/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '34087bc0f9a62d37be90ad78e05ec86eb6439b01fbf0e54b9d20ba4decd76417';
