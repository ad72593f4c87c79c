export { findAddresses } from './addresses.ts';
export { isGrave, isSwaying } from './grave.ts';
export { readDocument } from './instructions.ts';
export { recordProse } from './record.ts';
export { type Sentence, splitSentences } from './sentence.ts';
export { readStatement } from './statement.ts';
