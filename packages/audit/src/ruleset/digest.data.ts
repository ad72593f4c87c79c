/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '4dc1385ac71fda4eebff7d352cbe7bdcab78eefc8100a57749d997e5527bdbf1';
