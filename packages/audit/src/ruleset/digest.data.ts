/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'eb6290064280c8ecb3fab629f12a54aa2795248c4a23f55093f29ee75e46be7d';
