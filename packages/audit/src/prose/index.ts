export { CONTACT } from './acts/data.ts';
export { ACCESS, ANCHORED, PERSISTENCE, SPREADING } from './acts/footholds.ts';
export { type Address, findAddresses } from './addresses.ts';
export { PROSE_LIMITS, type ProseInstruction, readDocument, readText } from './instructions.ts';
export { type Polarity, polarityAt } from './polarity.ts';
export { type ProseRecord, recordProse } from './record.ts';
export { has, hitsOf, type Sentence, splitSentences } from './sentence.ts';
