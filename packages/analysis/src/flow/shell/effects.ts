import { bytesToText, decodeBase64 } from '../../bundle/decode/codecs.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import type { ExecutionOrigin, ExecutionValue, Language, Span, Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';
import { guessLanguage } from '../guess-language.ts';
import { isShown } from '../shown-payload.ts';
import { runFetched, runWritten } from '../startup.ts';
import {
  concat,
  fetchedFrom,
  isCut,
  isFullyKnown,
  known,
  type Taint,
  taintAt,
  tainted,
  UNKNOWN,
  type Value,
} from '../value.ts';
import { noteWritten } from '../written-programs.ts';
import { UNKNOWN_ADDRESS } from './network.programs.ts';
import type { Execution } from './session.ts';
import { leftAt, sourcesOfPath } from './sources.ts';
import type { ShellSession } from './terminal.ts';
import { fileKey, fromStart, placeIn } from './working-folder.ts';

const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(.+)$/;
/** The key under which a session keeps its open connection. */
const SOCKET_KEY = '/dev/fd/socket';
/** The key under which a session keeps a file that is open for later commands: `exec 5< file`. */
const OPENED_KEY = '/dev/fd/opened';
const DESCRIPTOR = /^\/(?:dev\/(?:fd\/|stdin$)|proc\/[^/]+\/fd\/)/;

/** The effects of a command: the files it reads and writes, the code it starts. */
export abstract class ShellEffects {
  readonly unit: Unit;
  readonly session: ShellSession;
  readonly analysis: Analysis;
  /** The current pipeline. A finding about its last command shows all of it. */
  protected pipeline: Span | null = null;

  constructor(unit: Unit, session: ShellSession, analysis: Analysis) {
    this.unit = unit;
    this.session = session;
    this.analysis = analysis;
  }

  readFile(path: string, span: Span): Value {
    const written = this.session.files.get(fileKey(path));
    if (written !== undefined) return written;
    if (DESCRIPTOR.test(path)) return this.session.files.get(OPENED_KEY) ?? UNKNOWN;
    const socket = SOCKET.exec(path);
    if (socket !== null) return this.openSocket(socket[1] ?? '', span);
    const there = placeIn(this.session.folder, path);
    const ofFolder = there === path ? [] : sourcesOfPath(there, span).filter(({ class: kind }) => kind !== 'user-file');
    this.analysis.recorder.path(ofFolder.length > 0 ? there : path, 'read', this.unit, span);
    const taints = ofFolder.length > 0 ? ofFolder : sourcesOfPath(path, span);
    const inBundle = taints.length === 0 ? this.analysis.findFile(path, this.unit.file) : undefined;
    if (inBundle !== undefined) return known(inBundle.text);
    // Text that comes out of a binary file was hidden in it.
    const opaque = this.analysis.findOpaque(path, this.unit.file);
    if (opaque !== undefined) return { text: opaque, taints: [], isDecoded: true };
    return tainted(taints.length > 0 ? taints : [leftAt(path, span)]);
  }

  /** Reads a file as standard input. After `exec 5< file`, later commands can read it as well. */
  protected open(path: string, span: Span): Value {
    const value = this.readFile(path, span);
    if (/^\s*exec\b/.test(span.view.text.slice(span.start, span.end))) this.session.files.set(OPENED_KEY, value);
    return value;
  }

  /** The input from a descriptor: the open connection or the open file. */
  protected opened(): Value | undefined {
    return this.session.files.get(SOCKET_KEY) ?? this.session.files.get(OPENED_KEY);
  }

  writeFile(path: string, value: Value, span: Span, isAppend: boolean): void {
    const key = fileKey(path);
    const before = isAppend ? this.session.files.get(key) : undefined;
    const content = before === undefined ? value : concat([before, value]);
    this.session.files.set(key, content);
    noteWritten(this.analysis, { path, value: content, unit: this.unit, at: span });
    const socket = SOCKET.exec(path);
    if (socket !== null) {
      this.openSocket(socket[1] ?? '', span);
      this.writeSocket(value, span, socket[1] ?? '');
      return;
    }
    this.analysis.recorder.path(path, isAppend ? 'append' : 'write', this.unit, span, value.text);
    this.analysis.recorder.add('capability', { name: 'fs.write' }, this.unit, span);
    runFetched(this.analysis, this.unit, path, value, span);
    if (value.text !== null && value.text !== UNKNOWN_PART)
      runWritten(this.analysis, this.unit, path, value.text, span);
  }

  /** Opens a connection, whose input is then available through any descriptor. */
  private openSocket(host: string, span: Span): Value {
    const url = toUrlValue(`tcp://${host}`) ?? UNKNOWN_ADDRESS;
    const value = tainted([taintAt('network-input', host, span, url)]);
    this.session.files.set(SOCKET_KEY, value);
    return value;
  }

  /** Writes to a descriptor. Any number except 1 and 2 may be the open connection. */
  protected writeDescriptor(descriptor: string, value: Value, span: Span): void {
    const [opened] = this.session.files.get(SOCKET_KEY)?.taints ?? [];
    if (opened !== undefined && !/^[12-]$/.test(descriptor)) this.writeSocket(value, span, opened.label);
  }

  private writeSocket(value: Value, span: Span, host: string): void {
    if (!this.session.files.has(SOCKET_KEY)) this.openSocket(host, span);
    this.analysis.recorder.add('capability', { name: 'net.raw' }, this.unit, span);
    this.analysis.recorder.flow(
      value.taints,
      { class: 'network', label: `/dev/tcp/${host}`, destination: toUrlValue(`tcp://${host}`) ?? null },
      'body',
      this.unit,
      span,
    );
  }

  runText(code: Value, span: Span, origin?: 'startup' | 'carried'): Value {
    this.execute(code, { lang: 'shell', span, isElevated: false, ...(origin === undefined ? {} : { origin }) });
    return UNKNOWN;
  }

  execute(code: Value, how: Execution): Value {
    const isData = isOnlyData(code, how.lang);
    const fetched = isData ? undefined : fetchedFrom(code);
    if (fetched !== undefined) this.recordExecution('download', how, [fetched.at, how.span], fetched, code);
    else if (code.isDecoded && !isData) this.recordExecution('decoded', how, [how.span], undefined, code);
    else if (code.taints.some(({ class: kind }) => kind === 'user-input' || kind === 'argv'))
      this.analysis.recorder.flow(
        code.taints,
        { class: 'execute', label: 'shell', destination: null },
        'argument',
        this.unit,
        how.span,
      );
    this.analysis.recorder.add('capability', { name: 'proc.exec' }, this.unit, how.span);
    if (isCut(code)) this.analysis.recorder.limit('letters of a command', this.unit.file);
    const isKnown = code.text !== null && code.text.trim() !== '' && code.text !== UNKNOWN_PART;
    return isKnown ? this.descend(code, how) : UNKNOWN;
  }

  private descend(code: Value, how: Execution): Value {
    const lang: Language = how.lang === 'unknown' ? guessLanguage(code.text ?? '') : how.lang;
    const layer = code.isDecoded ? 'decoded' : null;
    return this.analysis.descend({
      lang,
      text: code.text ?? '',
      at: how.span,
      unit: this.unit,
      origin: code.isDecoded ? 'decoded' : (how.origin ?? 'argument'),
      layer,
    });
  }

  private recordExecution(
    of: ExecutionOrigin,
    how: Execution,
    steps: readonly Span[],
    fetched: Taint | undefined,
    code: Value,
  ): void {
    const via: ExecutionValue['via'] =
      how.lang === 'shell' ? 'shell' : how.lang === 'unknown' ? 'binary' : 'interpreter';
    const payload = isFullyKnown(code) ? code.text.slice(0, 2_000) : null;
    const span = spanOfSteps(this.pipeline === null ? steps : [...steps, this.pipeline], how.span);
    this.analysis.recorder.add(
      'execution',
      {
        of,
        via,
        from: fetched?.url ?? null,
        isPinned: false,
        isElevated: how.isElevated,
        steps,
        payload,
        isUnseen:
          of === 'decoded' && code.text === null && code.taints.every(({ class: kind }) => kind === 'work-file'),
        isShown: of === 'decoded' && isShown(payload, this.unit),
      },
      this.unit,
      span,
    );
  }

  runFile(path: string, args: readonly Value[], how: Execution): void {
    const { analysis, session, unit } = this;
    analysis.recorder.add('capability', { name: 'proc.exec' }, unit, how.span);
    const inAddress = contentOf(path);
    if (inAddress !== undefined) {
      this.execute(inAddress, how);
      return;
    }
    const written = this.writtenAs(path, how);
    if (written !== undefined) this.execute(written, how);
    if (written !== undefined && analysis.findFile(path, unit.file) === undefined) return;
    // Python starts an archive at its `__main__.py`. The content of the archive is analysed.
    const inside = how.lang === 'python' ? analysis.findFile(`${path}!/__main__.py`, unit.file) : undefined;
    analysis.noteRun({ path: inside?.file ?? path, language: how.lang, unit, at: how.span });
    if (inside !== undefined) return;
    const inBundle = analysis.findFile(path, unit.file);
    const isOpaque = inBundle === undefined && analysis.findOpaque(path, unit.file) !== undefined;
    analysis.recorder.add(
      'reference',
      {
        target: fromStart(session.folder, path),
        exists: inBundle !== undefined || isOpaque,
        isRun: true,
      },
      unit,
      how.span,
    );
    if (inBundle !== undefined)
      analysis.invocations.push({ target: inBundle.file, args, stdin: how.stdin ?? null, unit, at: how.span });
    else if (isOpaque) this.recordExecution('opaque', how, [how.span], undefined, UNKNOWN);
    else this.runOutside(path, how);
  }

  /** The content written under this path; `undefined` when the path is unknown. */
  private writtenAs(path: string, { lang }: Execution): Value | undefined {
    const isNameless = path === UNKNOWN_PART && lang === 'unknown' && this.unit.lang !== 'powershell';
    return isNameless ? undefined : this.session.files.get(fileKey(path));
  }

  /** Records the run of a file outside the bundle when it may come from a fetched archive or repository. */
  private runOutside(path: string, how: Execution): void {
    const within = this.session.unpacked.find(
      ({ folder }) => folder.length > 1 && path.startsWith(`${folder.replace(/\/$/, '')}/`),
    );
    if (within !== undefined) {
      this.recordExecution('download', how, [within.taint.at, how.span], within.taint, UNKNOWN);
      return;
    }
    // A library that all later programs load, from a location where others may have placed it.
    const isForAll = this.unit.origin === 'startup' || this.unit.reach === 'auto';
    if (isForAll && LIBRARY.test(path) && !SYSTEM_PLACE.test(path))
      this.recordExecution('outside', how, [how.span], undefined, known(path.replaceAll(UNKNOWN_PART, '')));
    if (!/^[./\w-]*\/|\.\w{1,5}$/.test(path) || /^~|^\/(?:usr|bin|sbin|opt|etc|applications)\b/i.test(path)) return;
    const inFolder = `${this.session.folder}/${path}`;
    const isHere = path.startsWith('./') || !path.startsWith('/');
    const { unpacked } = this.session;
    // A run inside a cloned repository runs its files, unless a later archive was unpacked there.
    const cloned = unpacked.findLastIndex(({ folder }) => isInside(inFolder, folder));
    const spread = unpacked.slice(cloned + 1).find(({ folder }) => folder === '' && isHere);
    const taint = (
      spread ??
      unpacked[cloned] ??
      unpacked.find(({ folder }) => folder !== '' && inFolder.includes(folder))
    )?.taint;
    if (taint !== undefined) this.recordExecution('download', how, [taint.at, how.span], taint, UNKNOWN);
  }
}

/** Compares whole folder names. A path with `..` may leave the folder and does not match. */
const isInside = (path: string, folder: string): boolean =>
  folder !== '' && !path.includes('..') && `/${path}/`.includes(`/${folder.replace(/^\.\/|\/$/g, '')}/`);

const LIBRARY = /\/[^/]*\.(?:so|dylib)(?:\.\d+)*␀?$/;
const SYSTEM_PLACE = /^\/(?:usr|lib\w*|opt|nix|snap|system)\//i;

/** The content of a `data:` URL. */
function contentOf(address: string): Value | undefined {
  const [, kind = '', body] = /^data:([^,]*),([\s\S]*)$/i.exec(address) ?? [];
  if (body === undefined) return undefined;
  const bytes = /;base64$/i.test(kind) ? decodeBase64(body) : undefined;
  if (bytes !== undefined) return { ...known(bytesToText(bytes)), isDecoded: true };
  return known(body.replace(/(?:%[0-9a-f]{2})+/gi, unescapedBytes));
}

const unescapedBytes = (escaped: string): string =>
  bytesToText(Uint8Array.from(escaped.slice(1).split('%'), (digits) => Number.parseInt(digits, 16)));

/** An unknown part in place of a program: at the start of a command, after assignments or after words such as `exec`. */
const COMMAND_PLACE =
  /(?:^|[;&|\n(`]|\b(?:eval|exec|then|do|else|sudo|iex|invoke-expression)\s)\s*(?:\w+=\S*\s+)*["']?␀/;
const QUOTED = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

/** `"count": ␀,` in a list of fields: an unknown value of a field. */
const FIELD = /:\s*␀(?=\s*[,}\n])/g;

/** Whether the unknown parts are only values in a program that is written here: arguments or quoted texts. */
function isOnlyData({ text }: Value, lang: Language): boolean {
  if (text === null || !text.includes(UNKNOWN_PART)) return false;
  if (lang === 'shell' || lang === 'unknown' || lang === 'powershell') return !COMMAND_PLACE.test(text);
  return !text.replace(QUOTED, '').replace(FIELD, '').includes(UNKNOWN_PART);
}

const STEP_DISTANCE_MAX = 600;

/** From the first step to the last when they are close together: all of `fetch … | sh`, not only its end. */
function spanOfSteps(steps: readonly Span[], last: Span): Span {
  const near = steps.filter(
    (step) => step.view === last.view && Math.abs(step.start - last.start) <= STEP_DISTANCE_MAX,
  );
  return {
    view: last.view,
    start: Math.min(last.start, ...near.map(({ start }) => start)),
    end: Math.max(last.end, ...near.map(({ end }) => end)),
  };
}

/** Whether a name refers to a written file or a path, and not to the system program of that name. */
export const isPathCall = (name: string, session: ShellSession): boolean =>
  session.files.has(fileKey(name)) || (/^\.{0,2}\//.test(name) && !/^\/(?:usr|bin|sbin|opt|system)\//i.test(name));
