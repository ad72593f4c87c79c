import type { Span } from '../types/index.ts';

const FUNCTION_HEADS =
  /\b(?:function\*?|def|func|sub|fn)\s+(\w{1,60})|\b(?:const|let|var)\s+(\w{1,60})\s*=\s*(?:async\s*)?(?:function\b|\([^()\n]{0,120}\)\s*=>|\w{1,40}\s*=>)/g;

/** The function around this place is what a clock starts: `setInterval(tick, …)`, `schedule.every(5).minutes.do(tick)`. */
export function isStartedAgain({ view: { text }, start }: Span): boolean {
  const [, declared, bound] = [...text.slice(0, start).matchAll(FUNCTION_HEADS)].at(-1) ?? [];
  const name = declared ?? bound;
  return (
    name !== undefined &&
    new RegExp(
      String.raw`\b(?:setInterval|Timer|add_job|cron\.schedule|\.do)\s*\([^;\n]{0,80}?\b${name}\b|\.do\(\s*${name}\b|\b(?:while\s*\(?\s*(?:true|True|1)\b|for\s*\(\s*;\s*;)[^\n]{0,40}\n?(?:[^\n]{0,120}\n){0,4}?[^\n]{0,80}\b${name}\s*\(`,
    ).test(text)
  );
}
