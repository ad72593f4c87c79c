/** Seats of models that read: their family says so, and who trained them. */
const PREFIX = 'reader/';

export const toReaderFamily = (modelFamily: string): string => `${PREFIX}${modelFamily}`;
export const isReaderFamily = (family: string): boolean => family.startsWith(PREFIX);
