/** V8 slices retain the whole source string, and concatenations retain their parts. A copy through bytes retains neither. */
export const copyOf = (ascii: string): string => Buffer.from(ascii, 'latin1').toString('latin1');
