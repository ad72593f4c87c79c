import { concat, shown, tainted } from '../value.ts';
import type { Invoked } from './session.ts';
import { fileKey } from './working-folder.ts';

const CONVERTERS =
  /^(?:sips|convert|magick|gm|cwebp|avifenc|heif-enc|pngquant|optipng|guetzli|cjpeg|vips|vipsthumbnail|img2pdf|rsvg-convert|pandoc|lame|flac|opusenc|oggenc|sox|ffmpeg|avconv)$/;
const OUTPUT = /^(?:-o|-out|--out|--output|--outfile)$/;
const INLINE_OUTPUT = /^--?(?:out|output|outfile)=/;

/** The file that a program is told to write: by an option, or as the last of its words. */
function outputAmong(words: readonly string[]): string | undefined {
  const flag = words.findIndex((word) => OUTPUT.test(word));
  const inline = words.find((word) => INLINE_OUTPUT.test(word));
  if (flag !== -1) return words[flag + 1];
  return inline === undefined ? words.findLast((word) => !word.startsWith('-')) : inline.replace(INLINE_OUTPUT, '');
}

/** A picture, a sound or a document gets another form: what is in it stays in it. */
export function noteConverted({ program, args, context, span }: Invoked): void {
  if (!CONVERTERS.test(program)) return;
  const words = args.map(shown);
  const output = outputAmong(words);
  const taken = words.filter((word) => word !== output && context.session.files.has(fileKey(word)));
  const { taints } = concat(taken.map((word) => context.readFile(word, span)));
  if (output !== undefined && taints.length > 0) context.writeFile(output, tainted(taints), span, false);
}
