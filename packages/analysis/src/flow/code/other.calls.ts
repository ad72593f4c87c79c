import { rowsOf, tableOf } from '../../models/table.ts';
import { asLine } from '../manifests/json.ts';
import { mergeTaints, shown, taintAt } from '../value.ts';
import type { CallModel, CallSite } from './call-site.ts';
import { NOTHING, refersTo, taintsOfLength, text, withTaints } from './code-value.ts';
import { moduleName } from './modules.ts';
import { importFetched, reviveFetched } from './process.calls.ts';
import { ENVIRONMENTS } from './well-known.ts';

/** The rows that a statement selects. */
const query: CallModel = ({ args: [statement], span }) =>
  /^\s*select\b/i.test(statement?.text ?? '')
    ? withTaints([taintAt('user-file', 'rows of a database', span)])
    : undefined;

const model: CallModel = (site) => withTaints([taintAt('model-output', site.callee, site.span)]);

const attribute: CallModel = (site) => {
  const [object, name] = site.args;
  const held = name?.text == null ? undefined : object?.entries?.get(name.text);
  if (held !== undefined) return held;
  if (object?.ref === null || object === undefined || name === undefined) return undefined;
  if (name.text === null)
    return /^(?:builtins|__builtins__|os|subprocess|child_process|vm|globalThis|window)$/.test(object.ref)
      ? refersTo('<computed>')
      : undefined;
  return { ...NOTHING, ref: `${object.ref}.${name.text}`, isDecoded: name.isDecoded };
};

/** Analyses a command that the system starts later. */
function startLater({ analysis, unit, span }: CallSite, lang: 'batch' | 'shell', line: string): void {
  analysis.descend({ lang, text: line, at: span, unit, origin: 'startup', layer: null });
}

const startedByRegistry: CallModel = (site) => {
  const line = site.args.at(-1)?.text ?? '';
  if (/CurrentVersion\\{1,2}(?:Run|RunOnce)\b|Winlogon|UserInitMprLogonScript/i.test(site.unit.span.view.text))
    startLater(site, 'batch', line);
  return NOTHING;
};

const startedByList: CallModel = (site) => {
  const words = site.args[0]?.entries?.get('ProgramArguments')?.items ?? [];
  if (words.length > 0) startLater(site, 'shell', asLine(words.map(shown)));
  return undefined;
};

/** `CronTab().new(command=…)`. */
const scheduled: CallModel = (site) => {
  const line = site.named.get('command')?.text ?? '';
  if (line !== '' && /cron/i.test(site.receiver.ref ?? '')) startLater(site, 'shell', line);
  return undefined;
};

/** `new Proxy({}, { get: … })`: one function answers every property access. */
const answering: CallModel = ({ args: [target, handlers] }) => {
  const get = handlers?.entries?.get('get');
  return get?.fn == null ? undefined : { ...(target ?? NOTHING), entries: new Map([['<get>', get]]) };
};

const importByName: CallModel = (site) => {
  importFetched(site);
  const name = shown(site.args[0] ?? text(''));
  site.analysis.recorder.add('import', { module: name }, site.unit, site.span);
  return { ...NOTHING, ref: moduleName(name) };
};

const REVIVES =
  'pickle.loads pickle.load cPickle.loads cPickle.load dill.loads dill.load cloudpickle.loads cloudpickle.load jsonpickle.decode joblib.load pickle.Unpickler dill.Unpickler marshal.load marshal.loads shelve.open torch.load pd.read_pickle pandas.read_pickle';

const revive: CallModel = (site) => {
  reviveFetched(site);
  return withTaints(mergeTaints([...site.args, ...site.named.values()].map(({ taints }) => taints)));
};

/** The length of a secret does not reveal it. For any other value, the length is the result of an unknown call. */
const measured: CallModel = ({ args: [value = NOTHING] }) => {
  const taints = taintsOfLength(value);
  return taints.length === value.taints.length ? undefined : { ...withTaints(taints), isDecoded: value.isDecoded };
};

export const OTHER_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...rowsOf(revive, REVIVES),
  ['getattr', attribute],
  ...rowsOf(measured, 'len os.path.getsize mb_strlen'),
  ['Proxy', answering],
  ...rowsOf(startedByRegistry, 'winreg.SetValueEx winreg.SetValue _winreg.SetValueEx'),
  ...rowsOf(startedByList, 'plistlib.dump plistlib.dumps plist.build'),
  ...rowsOf<CallModel>(
    ({ args }) => args[0],
    'util.promisify promisify util.callbackify functools.lru_cache functools.wraps',
  ),
  ['Reflect.get', attribute],
  ...rowsOf(importByName, '__import__ importlib.import_module require mainModule.require module.require import'),
]);

const MODEL_CLIENT = /\b[A-Z]\w*\(\)\.(?:beta\.)?(?:chat|completions|messages|responses|embeddings|images|audio)\b/;

/** The answer of a model carries the taints of the request, not the key of the client. */
const answered: CallModel = (site) => {
  if (!MODEL_CLIENT.test(site.receiver.ref ?? '')) return undefined;
  return withTaints(mergeTaints([...site.args, ...site.named.values()].map(({ taints }) => taints)));
};

/** `schema.parse(process.env)`: the result is still the environment, so that one property is one variable. */
const checked: CallModel = ({ args: [input] }) =>
  input?.ref != null && ENVIRONMENTS.has(input.ref) ? input : undefined;

export const OTHER_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ['parse', checked],
  ['create', answered],
  ['complete', answered],
  ['cleanEnv', checked],
  ['new', scheduled],
  ...rowsOf(query, 'execute executemany executescript query raw $queryRawUnsafe'),
  ['generate_content', model],
  ['invoke', (site) => (/llm|chain|model/i.test(site.receiver.ref ?? '') ? model(site) : undefined)],
]);
