/** What was cut out of a longer text would keep all of it in memory, and what was put together its parts: bytes do not. */
export const copyOf = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');
