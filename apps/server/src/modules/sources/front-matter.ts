export type FrontMatter = { readonly name?: string; readonly version?: string; readonly description?: string };

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const WANTED = /^(name|version|description):[ \t]*(.*)$/;
const FOLDED = /^[>|][+-]?$/;
/** Nobody writes more above a document; what does is not looked at. */
const BLOCK_CHARS_MAX = 16_384;

/** Name, version and description from the head of a SKILL.md, for a preview: plain, quoted and folded scalars. */
export function readFrontMatter(text: string): FrontMatter {
  const block = BLOCK.exec(text.slice(0, BLOCK_CHARS_MAX))?.[1];
  if (block === undefined) return {};
  const lines = block.split(/\r?\n/);
  const found: Record<string, string> = {};
  for (const [at, line] of lines.entries()) {
    const [, key, value = ''] = WANTED.exec(line) ?? [];
    if (key !== undefined)
      found[key] ??= FOLDED.test(value.trim()) ? unfold(lines.slice(at + 1)) : unquote(value.trim());
  }
  return found;
}

/** The indented lines that follow, as one. */
function unfold(lines: readonly string[]): string {
  const end = lines.findIndex((line) => line.trim() !== '' && !/^[ \t]/.test(line));
  return lines
    .slice(0, end === -1 ? lines.length : end)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function unquote(value: string): string {
  const [, quoted] = /^(?:"(.*)"|'(.*)')$/.exec(value)?.filter((part) => part !== undefined) ?? [];
  if (quoted !== undefined) return quoted;
  const comment = value.search(/[ \t]#/);
  return (comment === -1 ? value : value.slice(0, comment)).trimEnd();
}
