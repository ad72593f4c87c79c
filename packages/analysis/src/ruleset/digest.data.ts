/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '22fddac58cf19abe2162e21b54fd264065d192bd838f34fa60e7724d48ad4ee9';
