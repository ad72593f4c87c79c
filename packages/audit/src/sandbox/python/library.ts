import { normalisePath } from '../places.ts';
import type { Library, LibraryCall } from './call.ts';
import { actOnNetwork } from './network-calls.ts';
import { type CallArguments, fillIn, flatten, listValue, refValue, textValue, UNKNOWN, type Value } from './value.ts';

type Act = (call: LibraryCall) => Value | undefined;

/** The call's effect in the fake world and its result. A function nobody knows passes its arguments' text on. */
export function callLibrary(library: Library, ref: string, args: CallArguments, callee: Value): Value {
  const name = ref.slice(ref.lastIndexOf('.') + 1);
  const call: LibraryCall = { library, ref, name, args, callee };
  for (const act of [EXACT[ref], actOnNetwork, METHODS[name]]) {
    const result = act?.(call);
    if (result !== undefined) return result;
  }
  const passedOn = [
    callee.text,
    ...args.positional.map((value) => flatten(value)),
    ...[...args.named.values()].map((value) => flatten(value)),
  ];
  return { ...refValue(`${ref}()`), ...textOf(passedOn.filter(Boolean).join(' ')) };
}

const textOf = (text: string): { text: string } => ({ text: textValue(text).text });
const first = ({ args }: Pick<LibraryCall, 'args'>): Value => args.positional[0] ?? UNKNOWN;
const second = ({ args }: Pick<LibraryCall, 'args'>): Value => args.positional[1] ?? UNKNOWN;
const pathOf = (value: Value): string => value.path ?? value.text;
const at = (library: Library, path: string): string =>
  normalisePath(library.world.places.work, path.replace(/^~/, library.world.places.home));

function read(library: Library, path: string): Value {
  if (path === '') return UNKNOWN;
  try {
    return textValue(Buffer.from(library.world.files.read(at(library, path))).toString('latin1'));
  } catch {
    return UNKNOWN; // the attempt is recorded; there is nothing to read
  }
}

function write(library: Library, path: string, text: string): Value {
  if (path === '') return UNKNOWN;
  const target = at(library, path);
  library.world.files.makeFolder(target.slice(0, target.lastIndexOf('/')) || '/', true);
  attempt(() => library.world.files.append(target, Buffer.from(text, 'latin1')));
  return UNKNOWN;
}

const remove: Act = (call) => {
  const { library } = call;
  const path = pathOf(first(call)) || pathOf(call.callee);
  if (path === '') return UNKNOWN;
  attempt(() => library.world.files.remove(at(library, path), { recursive: true, force: true }));
  return UNKNOWN;
};

/** A path that is a folder or does not fit: the attempt has been recorded by then. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

const copy: Act = (call) => {
  const { library } = call;
  return write(library, pathOf(second(call)), read(library, pathOf(first(call))).text);
};
const joinPath = (base: string, part: string): string => (base === '' || /^[~/]/.test(part) ? part : `${base}/${part}`);
const path = (text: string): Value => ({ text, path: text });
const list: Act = ({ library, args, callee }) => {
  const folder = at(library, pathOf(args.positional[0] ?? callee).replace(/\/?\*.*$/, '') || '.');
  const found = library.world.files.walk(folder).filter((entry) => library.world.files.find(entry)?.type === 'file');
  return listValue(found.map(path));
};

/** Commands are acted out by the shell; their output is known from the second pass on. */
const command: Act = ({ library, args }) => {
  const given = args.positional[0] ?? args.named.get('args') ?? UNKNOWN;
  const line = given.items ? given.items.map((item) => quote(flatten(item))).join(' ') : given.text;
  if (line.trim() === '') return UNKNOWN;
  const output = library.runCommand(line, flatten(args.named.get('input'))) ?? '';
  const fields = new Map([
    ['stdout', textValue(output)],
    ['stderr', UNKNOWN],
  ]);
  return { ...textValue(output), fields };
};
const quote = (word: string): string => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const runCode: Act = (call) => {
  const { library } = call;
  const { world } = library;
  const code = flatten(first(call));
  const { tags, origin } = world.provenance(code);
  if (tags.length > 0) world.record({ kind: 'exec', target: `${call.name} ${origin || code}`, data: tags });
  if (origin === '' && code !== '') library.evaluateCode(code);
  return UNKNOWN;
};

const decode =
  (work: (text: string) => string): Act =>
  (call) => {
    const { library, callee } = call;
    const text = work(flatten(first(call)) || callee.text);
    library.world.noteDecoded(text);
    return textValue(text);
  };
const encode =
  (encoding: BufferEncoding): Act =>
  (call) =>
    textValue(Buffer.from(flatten(first(call)), 'latin1').toString(encoding));
const fromBase64 = decode((text) => Buffer.from(text, 'base64').toString('latin1'));
const fromHex = decode((text) => Buffer.from(text, 'hex').toString('latin1'));

function readVariable({ library, args }: LibraryCall): Value {
  const name = flatten(args.positional[0]);
  const value = library.world.env[name];
  if (library.world.plantedVariables.has(name)) library.world.record({ kind: 'env', target: name });
  return value === undefined ? (args.positional[1] ?? UNKNOWN) : textValue(value);
}

function wholeEnvironment({ world }: Library): Value {
  world.record({ kind: 'env', target: 'all variables', data: ['bulk-env'] });
  return { text: '', fields: new Map(Object.entries(world.env).map(([name, value]) => [name, textValue(value)])) };
}

const isEnvironment = (value: Value | undefined): boolean => value?.ref === 'os.environ' || value?.ref === 'environ';
const orEnvironment =
  (act: Act): Act =>
  (call) => {
    const { library } = call;
    return isEnvironment(first(call)) ? wholeEnvironment(library) : act(call);
  };
const same: Act = (call) => (call.args.positional.length > 0 ? first(call) : call.callee);
const user: Act = ({ library }) => textValue(library.world.surroundings.user);

const EXACT: Record<string, Act> = {
  open: (call) => ({ text: '', path: pathOf(first(call)), ref: 'file' }),
  'io.open': (call) => ({ text: '', path: pathOf(first(call)), ref: 'file' }),
  exec: runCode,
  eval: runCode,
  compile: (call) => textValue(flatten(first(call))),
  str: same,
  bytes: same,
  bytearray: same,
  list: same,
  tuple: same,
  dict: orEnvironment(same),
  sorted: same,
  repr: orEnvironment(same),
  getattr: (call) => refValue(`${first(call).ref ?? ''}.${second(call).text}`),
  __import__: (call) => refValue(first(call).text),
  'importlib.import_module': (call) => refValue(first(call).text),
  input: () => UNKNOWN,
  Path: (call) => path(call.args.positional.map((part) => part.text).join('/') || '.'),
  'pathlib.Path': (call) => path(call.args.positional.map((part) => part.text).join('/') || '.'),
  'Path.home': () => path('~'),
  'pathlib.Path.home': () => path('~'),
  'os.path.expanduser': (call) => path(first(call).text),
  'os.path.join': ({ args }) =>
    path(
      args.positional
        .map((part) => part.text)
        .filter(Boolean)
        .reduce(joinPath, ''),
    ),
  'os.path.abspath': same,
  'os.path.realpath': same,
  'os.listdir': list,
  'os.walk': (call) => listValue([listValue([path(pathOf(first(call))), listValue([]), list(call) ?? UNKNOWN])]),
  'os.scandir': list,
  'glob.glob': list,
  'glob.iglob': list,
  'os.getenv': readVariable,
  'os.environ.get': readVariable,
  'environ.get': readVariable,
  'os.environ.copy': ({ library }) => wholeEnvironment(library),
  'os.environ.items': ({ library }) => wholeEnvironment(library),
  'os.getlogin': user,
  'getpass.getuser': user,
  'socket.socket': () => ({ ...refValue('socket.socket()'), fields: new Map() }),
  'socket.gethostname': ({ library }) => textValue(library.world.surroundings.hostName),
  'platform.node': ({ library }) => textValue(library.world.surroundings.hostName),
  'os.system': command,
  'os.popen': command,
  'subprocess.run': command,
  'subprocess.call': command,
  'subprocess.check_call': command,
  'subprocess.check_output': command,
  'subprocess.getoutput': command,
  'subprocess.Popen': command,
  'asyncio.create_subprocess_shell': command,
  'pty.spawn': command,
  'os.remove': remove,
  'os.unlink': remove,
  'os.rmdir': remove,
  'shutil.rmtree': remove,
  'shutil.copy': copy,
  'shutil.copy2': copy,
  'shutil.copyfile': copy,
  'shutil.copytree': copy,
  'shutil.move': copy,
  'os.rename': copy,
  'base64.b64encode': encode('base64'),
  'base64.urlsafe_b64encode': encode('base64url'),
  'base64.b64decode': fromBase64,
  'base64.urlsafe_b64decode': fromBase64,
  'binascii.hexlify': encode('hex'),
  'binascii.unhexlify': fromHex,
  'binascii.a2b_base64': fromBase64,
  'bytes.fromhex': fromHex,
  'json.dumps': orEnvironment((call) => textValue(flatten(first(call)))),
  'json.dump': ({ library, ...call }) => write(library, pathOf(second(call)), flatten(first(call))),
  'json.load': ({ library, ...call }) => read(library, pathOf(first(call))),
};

/** Methods, whatever the object is: files and paths know their place, text is text. */
const METHODS: Record<string, Act> = {
  read: ({ library, callee }) => (callee.path === undefined ? undefined : read(library, callee.path)),
  readlines: ({ library, callee }) => (callee.path === undefined ? undefined : listValue([read(library, callee.path)])),
  read_text: ({ library, callee }) => read(library, pathOf(callee)),
  read_bytes: ({ library, callee }) => read(library, pathOf(callee)),
  write: ({ library, callee, ...call }) =>
    callee.path === undefined ? undefined : write(library, callee.path, flatten(first(call))),
  write_text: ({ library, callee, ...call }) => write(library, pathOf(callee), flatten(first(call))),
  write_bytes: ({ library, callee, ...call }) => write(library, pathOf(callee), flatten(first(call))),
  open: ({ callee }) => (callee.path === undefined ? undefined : { text: '', path: callee.path, ref: 'file' }),
  unlink: remove,
  expanduser: ({ callee }) => callee,
  joinpath: ({ callee, args }) => path([pathOf(callee), ...args.positional.map((part) => part.text)].join('/')),
  glob: list,
  rglob: list,
  iterdir: list,
  encode: ({ callee }) => ({ text: callee.text }),
  decode: ({ callee }) => ({ text: callee.text }),
  strip: ({ callee }) => ({ text: callee.text.trim() }),
  hex: ({ callee }) => textValue(Buffer.from(callee.text, 'latin1').toString('hex')),
  format: ({ callee, args }) =>
    textValue(fillIn(callee.text, { text: '', items: args.positional, fields: args.named })),
  join: (call) => textValue((first(call).items ?? [first(call)]).map((item) => flatten(item)).join(call.callee.text)),
  replace: (call) => textValue(call.callee.text.replaceAll(first(call).text || '\0', flatten(second(call)))),
  append: (call) => void call.callee.items?.push(first(call)),
  get: ({ callee, args }) =>
    callee.fields?.get(flatten(args.positional[0])) ?? (callee.fields ? (args.positional[1] ?? UNKNOWN) : undefined),
  items: ({ callee }) =>
    callee.fields && listValue([...callee.fields].map(([name, value]) => listValue([textValue(name), value]))),
  values: ({ callee }) => callee.fields && listValue([...callee.fields.values()]),
};
