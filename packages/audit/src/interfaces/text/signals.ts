import { looksLikeCommand } from '@assay/analysis/flow/command-shape';
import { toUrlValue } from '@assay/analysis/models/origins/origin';
import { classifyPath, isSecretPath } from '@assay/analysis/models/paths/path-class';
import { findAddresses } from '@assay/analysis/prose/index';
import type { PathClass, UrlValue } from '@assay/analysis/types';

/** Structure that a description for machines does not need, in any language. */
export type Signal = { readonly start: number; readonly end: number; readonly note: string };

/** Markup of chat formats and prompts: tags in capitals, turn marks, a role at the start of a line. */
const PROMPT_MARKUP =
  /<\/?[A-Z][A-Z_ -]{3,40}\/?>|<\/?(?:important|system|instructions?|secret|hidden|critical|assistant)>|<\|[\w-]{2,30}\|>|\[\/?(?:INST|SYS|SYSTEM|IMPORTANT)\]|<<\/?SYS>>|^\s*(?:[[(](?:system|assistant)[\])]|(?:[Ss]ystem|[Aa]ssistant|SYSTEM|ASSISTANT):)/gm;
const PATH =
  /(?<![\w:/.])(?:~|\$\{?HOME\}?|%\w+%|\/(?:etc|home|root|users|var|proc|opt)\b|[A-Za-z]:\\|\.{1,2}(?=\/)|\.(?=[a-z]))[\w.$%{}~/\\*-]{1,160}/gi;
const CODE_SPAN = /`([^`]{4,300})`/g;
const SENSITIVE_PATHS: ReadonlySet<PathClass> = new Set([
  'authorized-keys',
  'shell-profile',
  'scheduler',
  'service-unit',
  'sudoers',
  'hosts-file',
  'git-hook',
  'agent-memory',
  'agent-config',
  'skill-folder',
  'agent-transcript',
]);

const matches = (text: string, shape: RegExp, note: string): Signal[] =>
  [...text.matchAll(shape)].map(({ index, 0: found }) => ({ start: index, end: index + found.length, note }));

/** A path of the reader's machine that holds credentials, agent settings or start-up files. */
const isSensitivePath = (path: string): boolean => {
  const kind = classifyPath(path.replace(/[.,;:)]+$/, ''));
  return isSecretPath(kind) || SENSITIVE_PATHS.has(kind);
};

export function findSignals(text: string): Signal[] {
  const commands = [...text.matchAll(CODE_SPAN)]
    .filter(([, code = '']) => looksLikeCommand(code))
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length, note: 'It contains a command.' }));
  const paths = matches(text, PATH, 'It names a file of credentials, agent settings or the system.');
  return [
    ...matches(text, PROMPT_MARKUP, 'It contains markup of prompts.'),
    ...paths.filter(({ start, end }) => isSensitivePath(text.slice(start, end))),
    ...commands,
  ];
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Addresses of hosts that do not belong to the interface: URLs, and in values bare hosts and mail addresses too. */
export const findForeignAddresses = (text: string, isValue: boolean, isForeign: (url: UrlValue) => boolean): Signal[] =>
  findAddresses(text)
    .filter(({ text: address }) => {
      const hasScheme = SCHEME.test(address);
      const url = hasScheme || isValue ? toUrlValue(hasScheme ? address : `https://${address}`) : undefined;
      return url?.host.includes('.') === true && isForeign(url);
    })
    .map(({ start, end }) => ({ start, end, note: 'It names an address of another host.' }));
