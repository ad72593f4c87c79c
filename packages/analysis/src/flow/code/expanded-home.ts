import type { SourceClass } from '../../types/index.ts';
import type { CallSite } from './call-site.ts';
import type { CodeValue } from './code-value.ts';

/** Of the path nothing is known but that it begins at home. */
const AT_HOME = /^~\/?␀?$/;
/** A folder is nothing that can be read as a file. */
const HOME_ITSELF = /^~\/?$/;
/** `name.startsWith('~') ? join(homedir(), name.slice(1)) : name`, `name.replace(/^~/, homedir())`. */
const EXPANDS =
  /\b(\w{1,60})\.(?:startsWith|startswith)\(\s*["'`]~[\s\S]{0,200}?\b\1\.(?:slice|substring|substr|replace)\(|\.replace\(\s*(?:\/\^~|["'`]~["'`])/;
const GIVEN: ReadonlySet<SourceClass> = new Set<SourceClass>(['argv', 'user-input', 'parameter']);

/** A name that was complete before its `~` was written out was given by somebody; it was not put together here. */
export const isExpanded = ({ text, isDecoded, taints }: CodeValue, { span: { view } }: CallSite): boolean =>
  text !== null &&
  !isDecoded &&
  AT_HOME.test(text) &&
  (HOME_ITSELF.test(text) || taints.some(({ class: kind }) => GIVEN.has(kind)) || EXPANDS.test(view.text));
