import { isSecretName, mayNamePlace } from '../../models/names/secret-name.ts';
import { toUrlValue, UNKNOWN_PART } from '../../models/origins/origin.ts';
import { classifyPath, normalisePath } from '../../models/paths/path-class.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import { isOneFile, leftAt, sourcesOfPath } from '../shell/sources.ts';
import { runFetched, runWritten } from '../startup.ts';
import { concat, mergeTaints, shown, type Taint, taintAt } from '../value.ts';
import { noteWritten } from '../written-programs.ts';
import { argument, type CallModel, type CallSite, recordFlow } from './call-site.ts';
import { type CodeValue, fromValue, list, NOTHING, REMOTE_REF, refersTo, text, withTaints } from './code-value.ts';
import { asAddress } from './local-address.ts';
import {
  argumentParser,
  browserWith,
  camera,
  clipboard,
  credentials,
  keyEvents,
  keyring,
  keys,
  located,
  questioned,
  screen,
  systemInfo,
  taint,
  userInput,
} from './person.calls.ts';
import { settingOf } from './setting-of.ts';

/** The content of a path: an earlier write, the source that the path is known for, or the text of a bundle file. */
export function readPath(site: CallSite, path: CodeValue): CodeValue {
  const name = shown(path);
  const written = site.session.files.get(normalisePath(name));
  if (written !== undefined) return fromValue(written);
  if (path.text === null || name === UNKNOWN_PART) return withTaints(fileTaints(site, path));
  site.analysis.recorder.path(name, 'read', site.unit, site.span);
  const sources = sourcesOfPath(name, site.span);
  if (sources.length > 0) return withTaints(sources);
  const beside = besideProgram(path.text);
  const own = beside === undefined ? undefined : site.analysis.findFile(beside, site.unit.file);
  if (own !== undefined)
    return own.file === site.unit.file ? { ...text(own.text), ref: '<own-source>' } : text(own.text);
  // Text that comes out of a binary file was hidden in it.
  const opaque = beside === undefined ? undefined : site.analysis.findOpaque(beside, site.unit.file);
  if (opaque !== undefined) return { ...text(opaque), isDecoded: true };
  const isTheirs = beside !== undefined && /^[\w -]+\.(?:json|ya?ml|csv|xml)$/i.test(beside);
  return withTaints([...(isTheirs ? [namedFile(site)] : fileTaints(site, path)), leftAt(name, site.span)]);
}

/** The path when it is known, or when only its first folder is unknown, which is often the folder of the program. */
function besideProgram(path: string): string | undefined {
  const name = path.startsWith(`${UNKNOWN_PART}/`) ? path.slice(UNKNOWN_PART.length + 1) : path;
  return name === '' || name.includes(UNKNOWN_PART) ? undefined : name;
}

const namedFile = (site: CallSite): Taint => taintAt('user-file', 'a file the user names', site.span);

/** A file named by the user or found on disk: its content is the user's. */
function fileTaints(site: CallSite, path: CodeValue): readonly Taint[] {
  const isNamed = path.taints.some(
    ({ class: kind }) => kind === 'argv' || kind === 'user-input' || kind === 'parameter',
  );
  const isFound = path.taints.some(({ class: kind }) => kind === 'user-file');
  const kept = path.taints.filter(({ class: kind }) => kind !== 'parameter');
  if (isFound) return kept;
  return isNamed ? [...kept, namedFile(site)] : kept;
}

/** Folders that a service synchronizes to other machines and other users. */
const SYNCED =
  /(?:^|[/\\])(?:dropbox|onedrive[^/\\]{0,40}|google ?drive|icloud ?drive|mobile documents|nextcloud|syncthing)[/\\]/i;
/** The text written to a handle is usually close to the place where the handle is opened. */
const NEAR_CHARS = 600;
const SYNC_HOST = 'synced-folder.invalid';

function writePath(site: CallSite, path: string, added: CodeValue, isAppend: boolean): void {
  const before = isAppend ? site.session.files.get(normalisePath(path)) : undefined;
  const content = before?.text == null ? added : fromValue(concat([before, added]));
  noteWritten(site.analysis, { path, value: content, unit: site.unit, at: site.span });
  keepWritten(site, path, content, isAppend);
}

/** Stores the new content of a path and records the write. */
function keepWritten(site: CallSite, path: string, content: CodeValue, isAppend: boolean): void {
  site.session.files.set(normalisePath(path), content);
  site.analysis.recorder.path(path, isAppend ? 'append' : 'write', site.unit, site.span, content.text);
  site.analysis.recorder.add('capability', { name: 'fs.write' }, site.unit, site.span);
  runFetched(site.analysis, site.unit, path, content, site.span);
  if (content.text !== null && content.text !== UNKNOWN_PART)
    runWritten(site.analysis, site.unit, path, content.text, site.span);
  if (content.text === null && classifyPath(path) === 'agent-memory') {
    const { view, start, end } = site.span;
    runWritten(
      site.analysis,
      site.unit,
      path,
      view.text.slice(Math.max(0, start - NEAR_CHARS), end + NEAR_CHARS),
      site.span,
    );
  }
  const picture = /(?:!\[[^\]]*\]\(|<img[^>]{0,80}src=["'])(https?:\/\/[^\s)"'␀]+)[^\s)"']*␀/.exec(
    content.text ?? '',
  )?.[1];
  if (picture !== undefined)
    recordFlow(
      site,
      content.taints,
      { class: 'network', label: 'a picture of a page', destination: toUrlValue(picture) ?? null },
      'body',
    );
  if (SYNCED.test(path))
    recordFlow(
      site,
      content.taints,
      { class: 'network', label: 'a folder that others see', destination: toUrlValue(`https://${SYNC_HOST}/`) ?? null },
      'body',
    );
  const kind = classifyPath(path);
  if (kind === 'agent-memory' || kind === 'agent-config')
    recordFlow(site, content.taints, { class: kind, label: path, destination: null }, 'body');
}

const open: CallModel = (site) => {
  const path = argument(site, 0, 'file', 'path') ?? NOTHING;
  const mode = shown(argument(site, 1, 'mode') ?? text('r'));
  if (/[wax+]/.test(mode) && mode.length <= 4) {
    // A library that opens URLs like files.
    if (/^(?!file:)[a-z][\w+.-]+:\/\//i.test(path.text ?? '')) return { ...refersTo(REMOTE_REF), text: path.text };
    // The open file is empty until the first write.
    if (path.text !== null) keepWritten(site, path.text, NOTHING, mode.includes('a'));
    recordFlow(site, path.taints, { class: 'write', label: site.callee, destination: null }, 'path');
    return { ...NOTHING, ref: '<file>', file: { path: shown(path), isWrite: true } };
  }
  site.analysis.recorder.add('capability', { name: 'fs.read' }, site.unit, site.span);
  return { ...readPath(site, path), ref: '<file>', file: { path: shown(path), isWrite: false } };
};

const read: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'fs.read' }, site.unit, site.span);
  const content = readPath(site, site.args[0] ?? NOTHING);
  // `readFile(path, (error, data) => …)`: the content is the second argument.
  for (const { fn } of site.args) if (fn !== null) site.call(fn, [NOTHING, content]);
  return content;
};

const TEMPORARY = '/tmp/temporary';

/** A temporary file, which is written through its handle and used by its path. */
const temporaryFile: CallModel = () => ({ ...NOTHING, ref: '<file>', file: { path: TEMPORARY, isWrite: true } });
const temporaryPair: CallModel = (site) => list([temporaryFile(site) ?? NOTHING, text(TEMPORARY)]);
const temporaryFolder: CallModel = () => text('/tmp/folder');
const sameHandle: CallModel = (site) => site.args[0];

const writeStream: CallModel = (site) => {
  const path = shown(site.args[0] ?? NOTHING);
  return { ...NOTHING, ref: '<file>', file: { path, isWrite: true } };
};

/** `response.pipe(file)`. */
const pipeToFile: CallModel = (site) => {
  const [target] = site.args;
  if (target?.file?.isWrite !== true) return undefined;
  writePath(site, target.file.path, site.receiver, false);
  return target;
};

const write =
  (isAppend: boolean): CallModel =>
  (site) => {
    const path = site.args[0] ?? NOTHING;
    const content = site.args[1] ?? NOTHING;
    writePath(site, shown(path), content, isAppend);
    recordFlow(site, path.taints, { class: 'write', label: site.callee, destination: null }, 'path');
    return NOTHING;
  };

/** `fh.write(data)`, `Path(p).write_text(data)`, `json.dump(data, fh)`. */
const writeMethod: CallModel = (site) => {
  const { file } = site.receiver;
  const path = file?.path ?? site.receiver.text;
  if (file?.isWrite !== true && !site.method.startsWith('write_')) return undefined;
  // Each write through a handle appends to the file.
  if (path !== null) writePath(site, path, site.args[0] ?? NOTHING, !site.method.startsWith('write_'));
  return NOTHING;
};

const dump: CallModel = (site) => {
  const target = site.args[1]?.file;
  if (target?.isWrite) writePath(site, target.path, dumped(site), false);
  return NOTHING;
};

/** A pickle that the program writes itself runs no fetched code when it is loaded again. */
function dumped({ callee, args: [value = NOTHING] }: CallSite): CodeValue {
  if (!/pickle\.dump$/.test(callee)) return value;
  return { ...value, taints: value.taints.filter(({ class: kind }) => kind !== 'network-input') };
}

const pathMethodRead: CallModel = (site) =>
  site.receiver.text === null && site.receiver.taints.length === 0 ? undefined : readPath(site, { ...site.receiver });

const copyFile: CallModel = (site) => {
  const content = readPath(site, site.args[0] ?? NOTHING);
  writePath(site, shown(site.args[1] ?? NOTHING), content, false);
  return NOTHING;
};

const remove: CallModel = (site) => {
  const path = site.args[0] ?? site.receiver;
  site.analysis.recorder.path(shown(path), 'delete', site.unit, site.span);
  site.analysis.recorder.add('capability', { name: 'fs.delete' }, site.unit, site.span);
  recordFlow(site, path.taints, { class: 'delete', label: site.callee, destination: null }, 'path');
  return NOTHING;
};

/** Folders of an agent, which obeys every file in them. A write to an unknown entry counts as well. */
const AGENTS_OWN: ReadonlySet<string> = new Set(['skill-folder', 'agent-memory', 'agent-config']);

const PATTERN_METHODS = /^(?:r?glob|iterdir)$/;

/** Calls that list a folder. A path that is always a file has no entries to list. */
const LISTS = /readdir|listdir|scandir|os\.walk/;

const walk: CallModel = (site) => {
  const isMethod = PATTERN_METHODS.test(site.method) && site.receiver.text !== null;
  const root = isMethod ? site.receiver : (site.args[0] ?? site.receiver);
  site.analysis.recorder.path(shown(root), 'list', site.unit, site.span);
  // The names of conversation files are not conversations. The names of key files lead only to keys.
  const pattern = isMethod ? (site.args[0]?.text ?? '') : '';
  const places = root.text === null ? [] : [root.text, `${root.text}/${pattern.replaceAll('*', '')}`];
  const sources = places
    .slice(0, pattern === '' ? 1 : 2)
    .flatMap((place) => sourcesOfPath(place, site.span))
    .filter(({ class: kind }) => !isMethod || (kind !== 'conversation' && kind !== 'memory'))
    .filter(({ label }) => !(LISTS.test(site.callee) && isOneFile(label)));
  const found: Taint = taintAt(
    'user-file',
    (/\w{2}/.test(pattern) ? `${shown(root)}/**/${pattern}` : shown(root)).slice(0, 80),
    site.span,
  );
  const isAgents = root.text !== null && AGENTS_OWN.has(classifyPath(root.text));
  return {
    ...withTaints(mergeTaints([root.taints, sources, [found]])),
    text: isAgents ? `${root.text}/${UNKNOWN_PART}` : null,
  };
};

const joinPath: CallModel = (site) => {
  const parts =
    site.callee === 'Path' || site.callee === 'pathlib.Path'
      ? site.args
      : [...(site.receiver.text !== null && site.method === 'joinpath' ? [site.receiver] : []), ...site.args];
  if (parts.length === 0) return text('.');
  const path = fromValue(concat(parts.flatMap((part, index) => (index === 0 ? [part] : [text('/'), part]))));
  if (path.text !== null && classifyPath(path.text) === 'agent-config')
    site.analysis.recorder.path(path.text, 'mention', site.unit, site.span);
  return path;
};

/** `Path(__file__).with_name("x")`: the file of that name in the same folder. */
const neighbour: CallModel = (site) => fromValue(concat([NOTHING, text('/'), site.args[0] ?? NOTHING]));

/** `new URL('./data.json', import.meta.url)`: a file beside the program. */
const resolved: CallModel = ({ args: [path, base] }) =>
  path?.text != null && (base === undefined || /^[./\w-]+$/.test(path.text)) ? path : undefined;

const expandUser: CallModel = (site) => fromValue(site.args[0] ?? site.receiver);
const home: CallModel = () => text('~');

const getEnv: CallModel = (site) => {
  const name = shown(site.args[0] ?? NOTHING);
  return environmentVariable(site, name, site.args[1]);
};

export function environmentVariable(
  site: Pick<CallSite, 'analysis' | 'unit' | 'span'>,
  name: string,
  fallback?: CodeValue,
): CodeValue {
  // A URL or a path as the default value shows that the variable names a location.
  const given = fallback?.text ?? '';
  const isSecret = isSecretName(name) && !ADDRESS.test(given) && !(mayNamePlace(name) && PLACE.test(given));
  site.analysis.recorder.add('env', { name, isSecret }, site.unit, site.span);
  site.analysis.recorder.add('capability', { name: 'env.read' }, site.unit, site.span);
  if (/^(?:HOME|USERPROFILE|HOMEPATH)$/.test(name)) return text('~');
  if (/^(?:TMPDIR|TEMP|TMP)$/.test(name)) return text('/tmp');
  if (isSecret) return withTaints([taintAt('named-secret', name, site.span)]);
  return fallback ?? NOTHING;
}

/** A default URL in the source shows that the variable holds no secret. */
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d+)?(?:\/|$)/;
const PLACE = /^(?:~|\.{1,2})?\/[\w.]/;

/** `netrc()` reads the user's own file unless it gets a path. */
const logins: CallModel = (site) =>
  site.args.length === 0 ? taint(site, 'secret-file', '~/.netrc') : readPath(site, site.args[0] ?? NOTHING);

export const FILE_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(temporaryFile, 'tempfile.NamedTemporaryFile tempfile.TemporaryFile NamedTemporaryFile'),
  ...rowsOf(temporaryPair, 'tempfile.mkstemp mkstemp'),
  ...rowsOf(
    temporaryFolder,
    'tempfile.mkdtemp fs.mkdtempSync tempfile.TemporaryDirectory os.tmpdir tempfile.gettempdir',
  ),
  ...rowsOf<CallModel>(() => text(TEMPORARY), 'tempfile.mktemp'),
  ...rowsOf(sameHandle, 'os.fdopen'),
  ...rowsOf(writeStream, 'fs.createWriteStream'),
  ...rowsOf(open, 'open io.open codecs.open aiofiles.open os.open gzip.open fs.open fs.openSync'),
  ...rowsOf(
    read,
    'fs.readFileSync fs.readFile fs.createReadStream Deno.readTextFile Deno.readTextFileSync Bun.file file pd.read_csv pandas.read_csv dotenv_values dotenv.dotenv_values np.load np.loadtxt np.genfromtxt np.fromfile numpy.load numpy.loadtxt numpy.genfromtxt numpy.fromfile numpy.memmap pd.read_fwf pandas.read_fwf pl.read_csv polars.read_csv polars.scan_csv smart_open.open linecache.getlines linecache.getline linecache.updatecache fileinput.input fileinput.FileInput tokenize.open pd.read_table pandas.read_table',
  ),
  ...rowsOf(write(false), 'fs.writeFileSync fs.writeFile Deno.writeTextFile Bun.write'),
  ...rowsOf(write(true), 'fs.appendFileSync fs.appendFile'),
  ...rowsOf(
    copyFile,
    'copy rename shutil.copy shutil.copyfile shutil.copy2 shutil.copytree shutil.move fs.copyFileSync fs.copyFile fs.cpSync fs.cp fs.renameSync os.rename os.symlink os.link fs.symlinkSync fs.symlink fs.linkSync fs.link',
  ),
  ...rowsOf(
    remove,
    'shutil.rmtree os.remove os.unlink os.rmdir fs.rmSync fs.rm fs.unlink fs.unlinkSync fs.rmdirSync rimraf unlink fs.removeSync',
  ),
  ...rowsOf(
    walk,
    'os.walk os.listdir os.scandir glob.glob glob.iglob fs.readdirSync fs.readdir glob.sync glob fast-glob globby scandir',
  ),
  ...rowsOf(joinPath, 'os.path.join path.join path.resolve path.posix.join Path pathlib.Path PurePath'),
  ...rowsOf(expandUser, 'os.path.expanduser os.path.expandvars os.path.abspath os.path.realpath os.path.normpath'),
  ...rowsOf(home, 'os.homedir Path.home pathlib.Path.home'),
  ...rowsOf(getEnv, 'os.getenv os.environ.get getenv Deno.env.get decouple.config'),
  ...rowsOf(logins, 'netrc.netrc'),
  ...rowsOf(resolved, 'URL url.fileURLToPath fileURLToPath url.pathToFileURL'),
  ...rowsOf(dump, 'json.dump yaml.dump yaml.safe_dump pickle.dump'),
  ...rowsOf(camera, 'cv2.VideoCapture VideoCapture'),
  ...rowsOf(
    keyring,
    'keyring.get_password keytar.getPassword keytar.findCredentials win32cred.CredEnumerate win32crypt.CryptUnprotectData',
  ),
  ...rowsOf(
    clipboard,
    'pyperclip.paste clipboardy.read clipboardy.readSync navigator.clipboard.readText tkinter.Tk.clipboard_get pandas.read_clipboard clipboard.paste win32clipboard.GetClipboardData',
  ),
  ...rowsOf(
    screen,
    'ImageGrab.grab PIL.ImageGrab.grab pyautogui.screenshot mss.mss pyscreenshot.grab desktopCapturer.getSources screenshot-desktop navigator.mediaDevices.getDisplayMedia',
  ),
  ...rowsOf(
    keys,
    'pynput.keyboard.Listener keyboard.on_press keyboard.on_release keyboard.hook keyboard.record pyHook.HookManager',
  ),
  ...rowsOf(keyEvents, 'iohook.on uIOhook.on uiohook-napi.on'),
  ...rowsOf<CallModel>(
    (site) => taint(site, 'microphone', 'microphone'),
    'sd.rec sounddevice.rec sounddevice.InputStream pyaudio.PyAudio sr.Microphone speech_recognition.Microphone navigator.mediaDevices.getUserMedia',
  ),
  ...rowsOf(located, 'shutil.which which.sync distutils.spawn.find_executable'),
  ...rowsOf(userInput, 'input raw_input readline.question prompt getpass.getpass getpass'),
  ...rowsOf(
    systemInfo,
    'platform.node platform.platform platform.uname socket.gethostname getpass.getuser os.getlogin os.hostname os.userInfo os.networkInterfaces os.uname uuid.getnode',
  ),
  ...rowsOf(
    argumentParser,
    'argparse.ArgumentParser ArgumentParser optparse.OptionParser yargs minimist commander.Command docopt.docopt util.parseArgs',
  ),
]);

export const FILE_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf<CallModel>(
    ({ receiver }) => (receiver.file === null ? undefined : { ...receiver, ref: null }),
    'read readlines readline',
  ),
  ['pipe', pipeToFile],
  ['question', questioned],
  ...rowsOf(credentials, 'get_credentials get_frozen_credentials getCredentials fromNodeProviderChain defaultProvider'),
  ['read_text', pathMethodRead],
  ['read_bytes', pathMethodRead],
  ['write_text', writeMethod],
  ['write_bytes', writeMethod],
  ...rowsOf(writeMethod, 'write end print'),
  ['writelines', writeMethod],
  ['unlink', remove],
  ...rowsOf(walk, 'rglob iterdir glob'),
  ['get', settingOf],
  ...rowsOf(browserWith, 'launch launchPersistentContext launch_persistent_context'),
  ['joinpath', joinPath],
  ['with_name', neighbour],
  ['expanduser', expandUser],
  [
    'open',
    (site) => (site.receiver.text === null ? undefined : open({ ...site, args: [site.receiver, ...site.args] })),
  ],
  ['parse_args', (site) => taint(site, 'argv', 'command line')],
  ['parse_known_args', (site) => list([taint(site, 'argv', 'command line'), NOTHING])],
  ['getenv', getEnv],
  ['resolve', (site) => (site.receiver.text === null ? undefined : site.receiver)],
  ['as_uri', asAddress],
]);
