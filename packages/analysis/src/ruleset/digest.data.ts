/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4841e14f16eabdd7b3041293ea49afaca154f3839f24abed16392c38d9ad420f';
