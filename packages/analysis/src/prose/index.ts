export { findAddresses } from './addresses.ts';
export { isGrave, isSwaying } from './grave.ts';
export { readDocument } from './instructions.ts';
export { polarityAt } from './polarity.ts';
export { recordProse } from './record.ts';
export { hitsOf, type Sentence, splitSentences } from './sentence.ts';
export { readStatement } from './statement.ts';
