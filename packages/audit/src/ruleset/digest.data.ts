/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '614297705d3d92342e8dabf582cc9bde2f109c56a24007e50ec88cd11586b926';
