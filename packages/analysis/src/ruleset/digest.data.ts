/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '13a7c4147babc3f3c7f240d25e44b517cdecb3e5ef69b753f0f81b1eb6461d29';
