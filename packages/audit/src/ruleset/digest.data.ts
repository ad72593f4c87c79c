/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '9dffac75e9286299c45d957db9952d8cbbfe838121df5d50dcf3f2bfcc041c87';
