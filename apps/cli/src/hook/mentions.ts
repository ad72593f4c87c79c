import { hasAny, withPart } from './word-list.ts';

/** An unresolved command is stopped only when it matches this pattern: a host folder, a folder of skills or an installer. */
export const MENTIONS = withPart(
  [
    '.claude',
    '.agents',
    '.cursor',
    '.gemini',
    '.codex',
    '.copilot',
    '.opencode',
    '.windsurf',
    '.kiro',
    '.factory',
    '.qwen',
    'skill',
    'plugin',
    'clawhub',
  ],
  () =>
    /(?:^|[^\w.-])\.(?:claude|agents|cursor|gemini|codex|copilot|opencode|windsurf|kiro|factory|qwen)(?![\w-])|(?:^|[^\w-])skills?\/|\/skills?(?![\w-])|skill\.md|installed-plugins|plugins\/(?:cache|marketplaces)|skillkit|clawhub|(?:^|[^\w.-])skills?(?:@[\w.]+)?\s+(?:add|install|i|update|experimental_)|(?:claude|codex|copilot)\s+plugins?\s/i,
);

/** The explicit path of a skill folder. A command that contains one and resolved to no skill was not understood. */
export const SKILL_PATH = withPart(
  ['skill', 'plugin'],
  () => /(?:^|[^\w.-])\.[\w-]+\/(?:[\w-]+\/)?(?:skills?|plugins)\/\S/i,
);
/** The working folder, the root or an open folder of a process. */
export const OF_PROCESS = withPart(
  ['/proc/', '/dev/fd/'],
  () => /^\/proc\/(?:[^/]+\/)+(?:cwd|root)(?:\/|$)|^\/(?:proc\/(?:[^/]+\/)+|dev\/)fd\/[^/]+\//,
);
/** The words of a program text in any language. */
export const splitText = (text: string): string[] => text.split(/[\s"'`;|&()<>=,[\]{}:@]+/);
/** A path in such a text. Pattern characters are literal there. */
export const toTextPath = (path: string, home: string): string =>
  escapeSigns(path.startsWith('~') ? path.replace(/^~(?=\/|$)/, () => home) : path);
export const escapeSigns = (path: string): string => (hasAny(path, '\\*?') ? path.replaceAll(/[\\*?]/g, '\\$&') : path);
