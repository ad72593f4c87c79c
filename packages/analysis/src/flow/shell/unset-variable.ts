import { isSecretName, mayNamePlace } from '../../models/names/secret-name.ts';
import type { Span } from '../../types/index.ts';
import { known, taintAt, tainted, UNKNOWN, type Value } from '../value.ts';
import type { ShellContext } from './session.ts';
import { WINDOWS_PLACES } from './words.ts';

type Asked = { readonly name: string; readonly op: string; readonly operand: string; readonly span: Span };

/** The value of a variable that the script never sets: an argument of the script or a variable of the environment. */
export function unsetVariable({ name, op, operand, span }: Asked, { unit, analysis }: ShellContext): Value {
  if (name === '0' && unit.origin === 'file') return known(`./${unit.file.split('/').at(-1)}`);
  if (/^[@*#0-9?!$-]$/.test(name)) return tainted(/^[@*1-9]$/.test(name) ? [taintAt('argv', `$${name}`, span)] : []);
  // `${TOOL_CREDENTIALS:-$HOME/.tool}`: the default value shows that the variable names a location.
  const isPlace = (op === ':-' || op === '-') && mayNamePlace(name) && PLACE.test(operand);
  const isSecret = isSecretName(name) && !isPlace;
  analysis.recorder.add('env', { name, isSecret }, unit, span);
  if (isSecret) return tainted([taintAt('named-secret', name, span)]);
  const place = unit.lang === 'shell' ? undefined : WINDOWS_PLACES[name.toUpperCase()];
  if (place !== undefined) return known(place);
  if (name === 'HOME') return known('~');
  if (name === 'SHELL') return known('/bin/sh');
  if (name === 'PWD') return known('.');
  const [, other = ''] = op === ':-' || op === '-' ? (/^["']?\$\{?(\w+)\}?["']?$/.exec(operand) ?? []) : [];
  if (other !== '' && isSecretName(other)) return tainted([taintAt('named-secret', other, span)]);
  return (op === ':-' || op === '-') && operand !== '' ? known(operand.replace(/^["']|["']$/g, '')) : UNKNOWN;
}

const PLACE = /^["']?(?:~|\$\{?(?:HOME|PWD|XDG_\w+)\}?|\.{1,2})?\/[\w.]/;
