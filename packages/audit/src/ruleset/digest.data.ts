/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'cbb176cfa2abefe4fb10358217b436ff2b6775953927017f886c0712de1ce70b';
