import { blankBlocks } from './blocks.ts';
import { decodeUtf8, withoutUtf8Mark } from './bytes.ts';
import { foldNewlines, type Interpreter, oneReading, type SourceRead, type SourceReading } from './interpreter.ts';

const END = /^__END__\n/m;
const COMMENT_OPENS = /^=begin\b/;
const COMMENT_CLOSES = /^=end\b/;
/** NUL, control-D and control-Z end a program as the end of the file does. */
const STOPS = ['\0', '\x04', '\x1a'];

/** A coding line changes letters in strings only: ruby takes no encoding whose ASCII letters are others. */
function read(bytes: Uint8Array): SourceRead {
  const whole = foldNewlines(decodeUtf8(withoutUtf8Mark(bytes)));
  const stop = Math.min(...STOPS.map((mark) => whole.indexOf(mark)).map((at) => (at === -1 ? whole.length : at)));
  const end = END.exec(whole);
  const cut = Math.min(stop, end?.index ?? whole.length);
  const source = blankBlocks(whole.slice(0, cut), COMMENT_OPENS, COMMENT_CLOSES);
  if (source === whole) return oneReading(whole, 'utf-8');
  const readings: SourceReading[] = [
    { text: source, how: 'source up to its end mark, comments left out', isPart: true },
  ];
  const tail = whole.slice(cut).replace(END, '');
  if (tail.trim() !== '') readings.push({ text: tail, how: 'what stands behind the end mark', isPart: true });
  return { readings, unread: [] };
}

export const RUBY: Interpreter = { id: 'ruby', language: 'ruby', read };
