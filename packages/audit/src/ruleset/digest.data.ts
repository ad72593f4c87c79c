/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '6f8fd182fd54ced7a49eeacc08f5ec400c287f2120a58af92c77034bc4fc2efd';
