/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'f2d1603a34675297ba1e8fe76dc2bfcb4c1fb95c0db9c4df73f78186000fc75c';
