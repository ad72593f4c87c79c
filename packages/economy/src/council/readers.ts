/** The family of a reading model's seat names the trainer of the model. */
const PREFIX = 'reader/';

export const toReaderFamily = (modelFamily: string): string => `${PREFIX}${modelFamily}`;
export const isReaderFamily = (family: string): boolean => family.startsWith(PREFIX);
