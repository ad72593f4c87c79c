/** What a deterministic verdict depends on, as one digest. Written by `npm run generate`. */
export const RULESET_DIGEST = '5570ec2d6595831b404f88e0f1425a998077d6013060f1c6fb7fe3dc82c24715';
