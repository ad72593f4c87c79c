/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = 'b1d0f9290b31861896a2341e7ee2d114db017a02fce1e72b05d9117d267c0adc';
