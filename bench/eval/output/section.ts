import { readFileSync, writeFileSync } from 'node:fs';

/** Puts a section of a page in the place of the one with the same heading, or at its end. */
export function replaceSection(file: string, heading: string, lines: readonly string[]): void {
  const page = readFileSync(file, 'utf8');
  const text = lines.join('\n').trim();
  const start = page.indexOf(`\n${heading}\n`);
  if (start === -1) {
    writeFileSync(file, `${page.trimEnd()}\n\n${text}\n`);
    return;
  }
  const next = page.indexOf('\n## ', start + heading.length + 1);
  const rest = next === -1 ? '\n' : page.slice(next);
  writeFileSync(file, `${page.slice(0, start + 1)}${text}\n${rest}`);
}
