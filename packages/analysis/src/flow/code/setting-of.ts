import { isSecretName } from '../../models/names/secret-name.ts';
import { mergeTaints } from '../value.ts';
import type { CallModel } from './call-site.ts';
import { fieldTaints, withTaints } from './code-value.ts';

/** One named value of a settings file. The region does not carry the taint of the key. */
export const settingOf: CallModel = (site) => {
  const [section, key] = site.args.map(({ text: known }) => known ?? '');
  const held = site.receiver.entries?.get(section ?? '');
  if (held !== undefined) return key === undefined ? held : (held.entries?.get(key) ?? held);
  // In other languages, the receiver of such a call may be a client that sends requests.
  const { rest, ...listed } = site.receiver;
  const ofField = fieldTaints(site.unit.lang === 'python' ? site.receiver : listed, section ?? '');
  if (section !== undefined && section !== '' && ofField !== site.receiver.taints)
    return withTaints(mergeTaints([ofField, ...site.args.slice(1).map(({ taints }) => taints)]));
  const name = site.args.at(site.args.length > 1 ? 1 : 0)?.text ?? null;
  if (!/ConfigParser\(\)$/.test(site.receiver.ref ?? '') || name === null || isSecretName(name.toUpperCase()))
    return undefined;
  return withTaints(site.receiver.taints.filter(({ class: kind }) => kind !== 'secret-file'));
};
