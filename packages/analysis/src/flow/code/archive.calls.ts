import { classifyPath, normalisePath } from '../../models/paths/path-class.ts';
import { tableOf } from '../../models/table.ts';
import { sourcesOfPath } from '../shell/sources.ts';
import { encoded, mergeTaints, shown, tainted } from '../value.ts';
import { argument, type CallModel, type CallSite } from './call-site.ts';
import { type CodeValue, NOTHING, refersTo, withTaints } from './code-value.ts';

/** Memory that files and archives are written to; a program rarely has two that matter. */
const BUFFER = '<buffer>';

const contentKey = (path: string): string => (path === BUFFER ? BUFFER : normalisePath(path));

function addTo(site: CallSite, path: string, taints: CodeValue['taints']): void {
  const key = contentKey(path);
  const before = site.session.files.get(key)?.taints ?? [];
  site.session.files.set(key, tainted(mergeTaints([before, encoded(taints)])));
}

/** What lies at a path that is packed: a folder of keys counts as the keys. */
function packedFrom(site: CallSite, value: CodeValue): CodeValue['taints'] {
  if (value.text === null) return value.taints;
  const written = site.session.files.get(normalisePath(value.text));
  site.analysis.recorder.path(value.text, 'read', site.unit, site.span);
  const isPlain = classifyPath(value.text) === 'other';
  const sources = sourcesOfPath(value.text, site.span).filter(({ class: kind }) => !isPlain || kind !== 'user-file');
  return mergeTaints([value.taints, written?.taints ?? [], sources]);
}

const openBuffer: CallModel = (site) => {
  if (site.args[0] !== undefined) addTo(site, BUFFER, site.args[0].taints);
  return { ...refersTo(BUFFER), taints: site.args[0]?.taints ?? [], file: null };
};

/** `tarfile.open(path, 'w')`, `zipfile.ZipFile(buffer, 'w')`: where the archive will lie, and what it came from where it is read. */
const openArchive: CallModel = (site) => {
  const target = site.named.get('fileobj') ?? argument(site, 0, 'name', 'file') ?? NOTHING;
  const path = target.ref === BUFFER ? BUFFER : shown(target);
  const held = target.ref === BUFFER ? (site.session.files.get(BUFFER)?.taints ?? []) : [];
  const taints = mergeTaints([target.taints, held]);
  return { ...refersTo('<archive>'), taints, file: { path, isWrite: true } };
};

const addFile: CallModel = (site) => {
  if (site.receiver.ref !== '<archive>' || site.receiver.file === null) return undefined;
  addTo(site, site.receiver.file.path, mergeTaints(site.args.slice(0, 2).map((value) => packedFrom(site, value))));
  return NOTHING;
};

/** `shutil.make_archive(base, 'zip', folder)`. */
const makeArchive: CallModel = (site) => {
  const [base, format, folder] = site.args;
  const path = `${shown(base ?? NOTHING)}.${shown(format ?? NOTHING).replace('gztar', 'tar.gz')}`;
  addTo(site, path, packedFrom(site, folder ?? site.named.get('root_dir') ?? NOTHING));
  return { ...withTaints(site.session.files.get(contentKey(path))?.taints ?? []), text: path };
};

const contentOf: CallModel = (site) =>
  site.receiver.ref === BUFFER ? withTaints(site.session.files.get(BUFFER)?.taints ?? []) : undefined;

const writeBuffer: CallModel = (site) => {
  if (site.receiver.ref !== BUFFER) return undefined;
  addTo(site, BUFFER, mergeTaints(site.args.map(({ taints }) => taints)));
  return NOTHING;
};

/** Archives and memory that a program fills before it sends them. */
export const ARCHIVE_CALLS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...'io.BytesIO io.StringIO BytesIO StringIO'.split(' ').map((name) => [name, openBuffer] as const),
  ...'tarfile.open zipfile.ZipFile tarfile.TarFile ZipFile AdmZip adm-zip JSZip jszip archiver'
    .split(' ')
    .map((name) => [name, openArchive] as const),
  ['shutil.make_archive', makeArchive],
]);

export const ARCHIVE_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>([
  ...'add write writestr addfile addFile addLocalFile addLocalFolder file directory append'
    .split(' ')
    .map((name) => [name, (site: CallSite) => addFile(site) ?? writeBuffer(site)] as const),
  [
    'save',
    (site: CallSite) => {
      if (site.args[0]?.ref === BUFFER) addTo(site, BUFFER, site.receiver.taints);
      return undefined;
    },
  ],
  ...'getvalue getbuffer read toBuffer generateAsync'.split(' ').map((name) => [name, contentOf] as const),
]);
