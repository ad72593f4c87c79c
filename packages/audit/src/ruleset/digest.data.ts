/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '2f8c9424693e88b2c953429b50b53d64b5b47de7077c44716bb3a3a57de566ed';
