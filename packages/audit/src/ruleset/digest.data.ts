/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '1f4fef2ff12f980e7738d0f862593de6e11cf8c39ea70f6f7a92253d32917a12';
