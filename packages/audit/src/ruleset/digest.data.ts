/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9041eeeb916f2a5ca594e39bbd4f8f0aed57a8390cc2401ec2f9a46861f89100';
