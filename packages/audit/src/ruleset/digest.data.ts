/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '7fd58e9e80c83fb506fb3a0d4cca12eeee69074b0ed3910750af05944c2b45a4';
