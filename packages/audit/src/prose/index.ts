export { addressingOf } from './addressee.ts';
export { type Address, findAddresses } from './addresses.ts';
export { isGrave, isSwaying } from './grave.ts';
export { PROSE_LIMITS, type ProseInstruction, readDocument, readText } from './instructions.ts';
export { type Polarity, polarityAt } from './polarity.ts';
export { type ProseRecord, recordProse } from './record.ts';
export { hitsOf, type Sentence, splitSentences } from './sentence.ts';
export { readStatement } from './statement.ts';
