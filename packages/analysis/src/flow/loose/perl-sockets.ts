import { toUrlValue } from '../../models/origins/origin.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

/** `my $s = IO::Socket::INET->new(PeerAddr => '…')`: a handle, and the machine behind it. */
const OPENED =
  /\$(\w{1,40})\s*=\s*IO::Socket::(?:INET6?|IP|SSL)->new\s*\(([^;]{0,300}?)(?:Peer(?:Addr|Host)\s*=>\s*)?["']([\w.-]{4,120})(?::\d+)?["']/g;
/** A file that whoever starts the program names, opened to be read. */
const NAMED = /\bopen\s*\(?\s*(?:my\s+)?[$\w]+\s*,\s*["']<[^"']*["']\s*,\s*(\$\w+(?:\[\d+\])?)/g;
const IS_GIVEN = /^\$ARGV\b/;

const isGiven = (name: string, text: string): boolean =>
  IS_GIVEN.test(name) ||
  new RegExp(
    `(?:\\${name}\\b[^;\\n]{0,60}=\\s*(?:@ARGV|shift\\b|\\$ARGV)|\\${name}\\b[^=\\n]{0,40}\\)\\s*=\\s*@ARGV)`,
  ).test(text);

/** What is printed to the handle: all that was read, as it is or packed; words of the program alone are none of it. */
const printsTo = (handle: string): RegExp =>
  new RegExp(
    `\\b(?:print|printf|say|syswrite)\\s*\\(?\\s*\\{?\\s*\\$${handle}\\b\\}?[\\s,]+([^;\\n]{1,200})|\\$${handle}->(?:print|send|syswrite|write)\\s*\\(([^;\\n]{1,200})`,
  );

/** Files that the user names, and a connection that a program of Perl prints to. */
export function recordPerlSockets(text: string, unit: Unit, analysis: Analysis): void {
  const file = [...text.matchAll(NAMED)].find(([, name = '']) => isGiven(name, text));
  if (file === undefined) return;
  const { view, start } = unit.span;
  const at = { view, start: start + file.index, end: start + file.index + file[0].length };
  for (const [, handle = '', , host = ''] of text.matchAll(OPENED)) {
    const printed = printsTo(handle).exec(text);
    const words = printed?.[1] ?? printed?.[2] ?? '';
    if (printed === null || !/\$\w/.test(words.replace(/"[^"]*"|'[^']*'/g, ''))) continue;
    const span = { view, start: start + printed.index, end: start + printed.index + printed[0].length };
    const taint = { class: 'user-file', label: 'a file the user names', at, isEncoded: false, url: null } as const;
    const destination = toUrlValue(`tcp://${host}`) ?? null;
    analysis.recorder.flow([taint], { class: 'network', label: 'socket', destination }, 'body', unit, span);
  }
}
