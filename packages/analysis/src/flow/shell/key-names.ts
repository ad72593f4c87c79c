import { classifyPath, isSecretPath } from '../../models/paths/path-class.ts';
import { concat, isFullyKnown, mergeTaints, shown, type Taint, UNKNOWN, type Value } from '../value.ts';
import { readOptions } from './options.ts';
import type { Handler, Invoked } from './session.ts';
import { sourcesOfPath } from './sources.ts';
import { expandBraces } from './words.ts';

const GRAVE: ReadonlySet<Taint['class']> = new Set<Taint['class']>(['secret-file', 'wallet', 'keychain', 'browser']);

/** Names of keys are words for whoever reads them next; of the public halves they are words and nothing else. */
export const listNames: Handler = ({ args, context, span }) => {
  for (const operand of readOptions(args, new Set()).operands)
    context.analysis.recorder.path(shown(operand), 'list', context.unit, span);
  const named = args.find((arg) => isSecretPath(classifyPath(shown(arg))));
  if (named === undefined) return UNKNOWN;
  return { ...named, taints: mergeTaints([named.taints, sourcesOfPath(shown(named), span)]) };
};

/** Programs that tell by which key somebody logs in or signs: `ssh -G host`, `git config user.signingkey`. */
const tellsKey = ({ program, args, span }: Invoked): boolean => {
  const line = args.map(shown).join(' ');
  return program === 'ssh'
    ? /(?:^|\s)-[a-zA-Z]*G(?:\s|$)/.test(line) && /identityfile/i.test(span.view.text)
    : /^config\b.*\b(?:user\.signingkey|gpg\.ssh\.\w+|core\.sshcommand)$/i.test(line);
};

/** The name of a key is as good as the key to whoever opens it. */
export const namingKeys =
  (handler: Handler): Handler =>
  (invoked) => {
    const value = handler(invoked);
    if (!tellsKey(invoked)) return value;
    return { ...value, text: null, taints: mergeTaints([value.taints, sourcesOfPath('~/.ssh/id_rsa', invoked.span)]) };
  };

/** What comes in without a pipe: the file that was opened for all that is started later. */
export function standingInput({ context, span }: Invoked): Value | null {
  const value = context.readFile('/dev/stdin', span);
  return value.taints.length === 0 && value.text === null ? null : value;
}

/** curl takes several names in one word; by a name that only running tells, out of a list of keys, it is one of them. */
export function uploaded(invoked: Invoked, value: Value): Value {
  if (shown(value) === '-') return invoked.stdin ?? standingInput(invoked) ?? UNKNOWN;
  const paths = expandBraces(shown(value)) ?? [shown(value)];
  const read = concat(paths.map((path) => invoked.context.readFile(path.trim(), invoked.span)));
  const named = isFullyKnown(value) ? [] : value.taints.filter(({ class: kind }) => GRAVE.has(kind));
  return { ...read, taints: mergeTaints([read.taints, named]) };
}
