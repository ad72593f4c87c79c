/** Blanks whole lines from one that opens a block to the one that closes it, both included. Offsets stay. */
export function blankBlocks(text: string, opens: RegExp, closes: RegExp): string {
  if (!text.includes('\n=') && !text.startsWith('=')) return text;
  let isInside = false;
  return text
    .split('\n')
    .map((line) => {
      const isBlanked = isInside || opens.test(line);
      if (isInside) isInside = !closes.test(line);
      else isInside = isBlanked && !closes.test(line);
      return isBlanked ? ' '.repeat(line.length) : line;
    })
    .join('\n');
}
