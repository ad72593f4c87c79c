import { toUrlValue } from '../../models/origins/origin.ts';
import { rowsOf } from '../../models/table.ts';
import type { UrlValue } from '../../types/index.ts';
import { shown, UNKNOWN, type Value } from '../value.ts';
import { all, readOptions } from './options.ts';
import { fetchedValue, leaving, networkSink } from './outgoing.ts';
import type { Handler, Invoked } from './session.ts';

const REMOTE_PLACE =
  /^(?:[\w.-]{1,64}@)?([\w.-]{1,253}):(?!\\|\/\/)|^(?:s3|gs|az|rsync|ftp|sftp|gdrive):\/\/([^/\s]{1,200})|^[a-z][\w-]{0,40}:/i;

/** `:sftp,host=…,user=…:folder`: an rclone remote that is defined inline. */
const INLINE_REMOTE = /^:[a-z0-9]+(?:,[^:]*?)?,(?:host|url|endpoint|remote)=["']?(?:https?:\/\/)?([\w.-]{1,253})/i;

/** `USER@NEW_IP:`: a placeholder that the user replaces with a host. */
const STANDS_FOR_HOST = /^[A-Z][A-Z0-9]+(?:[_-][A-Z0-9]+)*$/;

/** A bucket is an external destination, not a machine in the user's network. */
function placeOf(program: string, remote: RegExpExecArray): UrlValue | null {
  const host = remote[1] ?? '';
  if (host !== '') return toUrlValue(`${program}://${host}`) ?? null;
  const bucket = remote[2] ?? '';
  return toUrlValue(bucket === '' ? `${program}://␀` : `https://${bucket}.${program}.storage`) ?? null;
}

/** Marks the local target of a copy from a remote host as fetched. */
function copyIn({ context, span, program }: Invoked, operands: readonly Value[]): void {
  const [from, to] = operands;
  const host = from === undefined ? undefined : /^(?:[\w.-]{1,64}@)?([\w.-]{4,253}):(?!\\|\/\/)/.exec(shown(from))?.[1];
  if (host === undefined || to === undefined || from === undefined) return;
  const url = toUrlValue(`ssh://${host}/${program}`);
  const place = shown(to);
  const name = shown(from).split(/[:/]/).at(-1) ?? '';
  if (url !== undefined)
    context.writeFile(/^\.?$|\/$/.test(place) ? `${place}${name}` : place, fetchedValue(url, span), span, false);
}

/** scp, rsync, rclone, cloud copies: local operands are sent to the remote operand. */
const copyOut: Handler = (invoked) => {
  const { context, span, program } = invoked;
  const read = readOptions(invoked.args, COPY_VALUED);
  const { operands } = read;
  const places = operands.map((operand) => INLINE_REMOTE.exec(shown(operand)) ?? REMOTE_PLACE.exec(shown(operand)));
  // Values of unknown options may follow the remote operand.
  const at = places.findLastIndex((place) => place !== null);
  const remote = places[at];
  const sources = operands.slice(0, Math.max(at, 0)).filter((operand) => !COPY_VERB.test(shown(operand)));
  if (STANDS_FOR_HOST.test(remote?.[1] ?? '')) return UNKNOWN;
  if (remote === null || remote === undefined || sources.length === 0) {
    copyIn(invoked, operands);
    return UNKNOWN;
  }
  // An endpoint option names a service that is not the provider's own.
  const endpoint = toUrlValue(shown(all(read, 'endpoint-url', 'endpoint')[0] ?? UNKNOWN));
  const sink = networkSink(program, endpoint ?? placeOf(program, remote));
  context.analysis.recorder.add('sink', sink, context.unit, span);
  for (const operand of sources)
    context.analysis.recorder.flow(leaving(context.readFile(shown(operand), span)), sink, 'body', context.unit, span);
  return UNKNOWN;
};

const COPY_VERB = /^(?:(?:cp|copy|copyto|sync|move|moveto|mv|s3|storage)$|-)/;
const COPY_VALUED = new Set([
  'i',
  'P',
  'o',
  'e',
  'F',
  'profile',
  'region',
  'exclude-from',
  'exclude',
  'include',
  'endpoint-url',
  'endpoint',
  'include-from',
  'files-from',
  'files-from-raw',
  'filter-from',
]);

export const COPY_PROGRAMS: readonly (readonly [string, Handler])[] = [
  ...rowsOf(copyOut, 'scp sftp rsync rclone gsutil aws az'),
];
