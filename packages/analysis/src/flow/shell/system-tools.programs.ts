import { bytesToText, decodeBase64, decodeHex } from '../../bundle/decode/codecs.ts';
import { toUrlValue } from '../../models/origins/origin.ts';
import type { UrlValue } from '../../types/index.ts';
import { isFullyKnown, known, shown, UNKNOWN, type Value } from '../value.ts';
import { asUrl } from './network.programs.ts';
import { fetchedValue } from './outgoing.ts';
import { CMDLETS } from './outward.programs.ts';
import type { Handler, Invoked } from './session.ts';
import { fileKey } from './working-folder.ts';

/**
 * Programs that every Windows, macOS or Linux brings along and that can fetch, decode or start something. Members are taken from the
 * public catalogues of such programs (LOLBAS, LOOBins, GTFOBins), by what they do, not by who used them.
 */

const ADDRESS = /(?:https?|ftp|webdavs?):\/\/[^\s"')]+|\\\\[\w.@-]+\\[^\s"']+/i;

/** An address, or a share of another machine. */
function addressIn(text: string): UrlValue | undefined {
  const found = ADDRESS.exec(text)?.[0];
  if (found === undefined) return undefined;
  return found.startsWith('\\\\') ? toUrlValue(`smb://${found.slice(2).replaceAll('\\', '/')}`) : toUrlValue(found);
}

function note({ context, span }: Invoked, url: UrlValue): void {
  context.analysis.recorder.add('capability', { name: 'net.http' }, context.unit, span);
  context.analysis.recorder.url(url, context.unit, span);
}

/** What an address holds is run at once. */
function runRemote(invoked: Invoked, url: UrlValue): void {
  note(invoked, url);
  invoked.context.execute(fetchedValue(url, invoked.span), {
    lang: 'unknown',
    span: invoked.span,
    isElevated: invoked.isElevated,
  });
}

/** A command line as cmd and PowerShell read it. */
const runWindows = ({ context, span, isElevated }: Invoked, line: Value): void => {
  context.execute(line, { lang: 'batch', span, isElevated });
};

/** The same, started by the system from then on. */
const startLater = ({ context, span, isElevated }: Invoked, line: Value): void => {
  context.execute(line, { lang: 'batch', span, isElevated, origin: 'startup' });
};

/** `/y`, `-f`, `/d:on`; a path from the top has further parts. */
const isSwitch = (word: string): boolean => /^(?:-|\/[\w?]+(?:[:=]|$))/.test(word);

/** The program runs what one of its words leads to. */
const remoteRunner: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  const url = addressIn(words.join(' '));
  if (url !== undefined) runRemote(invoked, url);
  // `rundll32 library,Function`: a file that is run, where it was fetched or brought along.
  const file = words.find((word) => !isSwitch(word))?.replace(/,#?\w*$/, '');
  const { isElevated, span } = invoked;
  if (url === undefined && file !== undefined && /[\\/]/.test(file))
    invoked.context.runFile(file, [], { lang: 'unknown', span, isElevated });
  return UNKNOWN;
};

/** The word behind the address is the file it is written to; without one, what comes is printed. */
const fetcher =
  (fileFlags: RegExp = /^$/): Handler =>
  (invoked) => {
    const words = invoked.args.map(shown);
    const at = words.findIndex((word) => asUrl(word) !== undefined || ADDRESS.test(word));
    const url = at === -1 ? undefined : (addressIn(words[at] ?? '') ?? asUrl(words[at] ?? ''));
    if (url === undefined) return UNKNOWN;
    note(invoked, url);
    const value = fetchedValue(url, invoked.span);
    const flagged = words.findIndex((word) => fileFlags.test(word));
    const file =
      flagged === -1 ? words.slice(at + 1).find((word) => !/^[-/]/.test(word) || word.length > 3) : words[flagged + 1];
    if (file === undefined) return value;
    invoked.context.writeFile(file, value, invoked.span, false);
    return UNKNOWN;
  };

const PRINTER: Handler = (invoked) => {
  const url = invoked.args.map((arg) => addressIn(shown(arg)) ?? asUrl(shown(arg))).find((one) => one !== undefined);
  if (url === undefined) return UNKNOWN;
  note(invoked, url);
  return fetchedValue(url, invoked.span);
};

/** certutil fetches, and also decodes what was fetched or brought along. */
const certutil: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  const at = words.findIndex((word) => /^[-/](?:decode|decodehex)$/i.test(word));
  if (at === -1) return fetcher()(invoked);
  const [input = '', output = ''] = words.slice(at + 1).filter((word) => !isSwitch(word));
  const content = invoked.context.readFile(input, invoked.span);
  const bytes = isFullyKnown(content)
    ? (/hex/i.test(words[at] ?? '') ? decodeHex : decodeBase64)(content.text)
    : undefined;
  const text = bytes === undefined ? null : bytesToText(bytes);
  invoked.context.writeFile(output, { text, taints: content.taints, isDecoded: true }, invoked.span, false);
  return UNKNOWN;
};

/** Everything behind these words is a command line. */
const commandAfter =
  (shape: RegExp, start = runWindows): Handler =>
  (invoked) => {
    const words = invoked.args.map(shown);
    const at = words.findIndex((word) => shape.test(word));
    if (at === -1) return UNKNOWN;
    const inline = shape.exec(words[at] ?? '')?.[1];
    const rest = invoked.args.slice(at + 1);
    const line = inline !== undefined && inline !== '' ? known(inline) : rest[0];
    if (line !== undefined) start(invoked, line);
    return UNKNOWN;
  };

/** `cmd /c …` and its like: all that follows is one command. */
const wholeAfter =
  (shape: RegExp): Handler =>
  (invoked) => {
    const at = invoked.args.findIndex((arg) => shape.test(shown(arg)));
    const rest = invoked.args.slice(at + 1);
    return at === -1 || rest.length === 0
      ? UNKNOWN
      : invoked.context.runArgs(
          rest.length === 1 ? splitWords(rest[0] ?? UNKNOWN) : rest,
          invoked.stdin,
          invoked.span,
          invoked.isElevated,
        );
  };

const splitWords = (value: Value): Value[] =>
  shown(value)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({ ...value, text }));

const STARTED_KEY =
  /\\(?:run|runonce|runservices|winlogon|command processor|environment|image file execution options|active setup|services)(?:\\|$)|\\shell\\[^\\]+\\command/i;

/** A value under a key that is started. */
const registry: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  if (!/^(?:add|import)$/i.test(words[0] ?? '') || !STARTED_KEY.test(words[1] ?? '')) return UNKNOWN;
  const at = words.findIndex((word) => /^[/-]d$/i.test(word));
  const value = invoked.args[at + 1];
  if (at !== -1 && value !== undefined) startLater(invoked, value);
  return UNKNOWN;
};

/** wmic starts processes and takes style sheets that hold script. */
const wmic: Handler = (invoked) => {
  const line = invoked.args.map(shown).join(' ');
  const sheet = /\/format:\s*"?(\S+)/i.exec(line)?.[1];
  const url = sheet === undefined ? undefined : addressIn(sheet);
  if (url !== undefined) runRemote(invoked, url);
  const command = /process\s+call\s+create\s+["']?(.+?)["']?$/i.exec(line)?.[1];
  if (command !== undefined) runWindows(invoked, known(command));
  return UNKNOWN;
};

/** `New-ScheduledTaskAction -Execute a -Argument b`. */
const taskAction: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  const wordAfter = (shape: RegExp): string => words[words.findIndex((word) => shape.test(word)) + 1] ?? '';
  const program = words.some((word) => /^-e(?:xecute)?$/i.test(word))
    ? wordAfter(/^-e(?:xecute)?$/i)
    : (words[0] ?? '');
  const args = words.some((word) => /^-a(?:rgument)?$/i.test(word)) ? wordAfter(/^-a(?:rgument)?$/i) : '';
  if (program !== '') startLater(invoked, known(`${program} ${args}`));
  return UNKNOWN;
};

/** `defaults write com.apple.loginwindow LoginHook file`: started at every login. */
const loginHook: Handler = (invoked) => {
  const at = invoked.args.findIndex((arg) => /^Log(?:in|out)Hook$/.test(shown(arg)));
  const file = at === -1 ? undefined : invoked.args[at + 1];
  const written = file === undefined ? undefined : invoked.context.session.files.get(fileKey(shown(file)));
  if (written !== undefined) invoked.context.runText(written, invoked.span, 'startup');
  return UNKNOWN;
};

/** What a script writes and makes executable is run by somebody, sooner or later. */
const makeExecutable: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  if (!/^(?:[augo]*\+[rw]*x|0?[1-7][0-7][0-7]|[0-7]?7[0-7][0-7])$/.test(words[0] ?? '')) return UNKNOWN;
  for (const word of words.slice(1)) {
    const written = invoked.context.session.files.get(fileKey(word));
    if (written?.text?.startsWith('#!/') && /^#!\S*(?:sh|env (?:ba|z)?sh)\b/.test(written.text))
      invoked.context.runText(written, invoked.span);
  }
  return UNKNOWN;
};

/** A package given by its address is code that nobody keeps. */
const packageTool: Handler = (invoked) => {
  const words = invoked.args.map(shown);
  if (words.some((word) => /^[/-](?:i|a|p|j\w?|f\w{0,8}|package|update)$/i.test(word) || /^[/-]i.+/i.test(word)))
    return remoteRunner(invoked);
  return UNKNOWN;
};

/** Names that programs of all three systems are known by, by what they do with their words. */
export const SYSTEM_TOOL_PROGRAMS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...CMDLETS,
  ...'mshta regsvr32 cmstp msbuild installutil presentationhost ieexec hh odbcconf cscript wscript control appinstaller winword excel rundll32 regasm regsvcs dotnet-install hdiutil'
    .split(' ')
    .map((name) => [name, remoteRunner] as const),
  ['msiexec', packageTool],
  [
    'squirrel',
    (invoked) =>
      invoked.args.some((arg) => /^--?(?:update|download|install)/i.test(shown(arg))) ? remoteRunner(invoked) : UNKNOWN,
  ],
  [
    'winget',
    (invoked) =>
      invoked.args.some((arg) => /^(?:-m|--manifest)$/i.test(shown(arg))) ? remoteRunner(invoked) : UNKNOWN,
  ],
  ['certutil', certutil],
  ['bitsadmin', fetcher()],
  ['desktopimgdownldr', fetcher()],
  ['esentutl', fetcher(/^\/d$/i)],
  ['extrac32', fetcher()],
  ['expand', fetcher()],
  ['certreq', fetcher(/^-f$/i)],
  ['lwp-download', fetcher()],
  ['nscurl', fetcher(/^-o$/)],
  ['axel', fetcher(/^-o$/)],
  ['start-bitstransfer', fetcher(/^-d(?:est\w*)?$/i)],
  ...'lynx w3m links elinks lwp-request get finger tftp smbget xh'.split(' ').map((name) => [name, PRINTER] as const),
  [
    'cmd',
    (invoked) => {
      const isReading = invoked.args.length === 0 && invoked.stdin !== null;
      if (isReading) startLater({ ...invoked }, invoked.stdin ?? UNKNOWN);
      return wholeAfter(/^\/[ckr]$/i)(invoked);
    },
  ],
  ['forfiles', commandAfter(/^\/c$/i)],
  ['pcalua', commandAfter(/^-a$/i)],
  ['conhost', wholeAfter(/^--headless$/i)],
  ['wsl', wholeAfter(/^(?:-e|--exec|--)$/)],
  ['schtasks', commandAfter(/^\/tr$/i, startLater)],
  ['sc', commandAfter(/^binpath=(.*)$/i, startLater)],
  ['new-service', commandAfter(/^-binarypathname$/i, startLater)],
  ['new-scheduledtaskaction', taskAction],
  ['reg', registry],
  ['set-itemproperty', commandAfter(/^-value$/i, startLater)],
  ['new-itemproperty', commandAfter(/^-value$/i, startLater)],
  ['wmic', wmic],
  ['defaults', loginHook],
  ['chmod', makeExecutable],
]);
