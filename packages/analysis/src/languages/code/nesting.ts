/** `( [ { <` and their closing counterparts. */
const isOpening = (code: number): boolean => code === 40 || code === 91 || code === 123 || code === 60;
const isClosing = (code: number): boolean => code === 41 || code === 93 || code === 125 || code === 62;

/** Whether brackets nest deeper than `max`, without regard to any grammar. */
export function nestsDeeper(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isOpening(code)) {
      depth += 1;
      if (depth > max) return true;
    } else if (isClosing(code) && depth > 0) depth -= 1;
  }
  return false;
}
