import { withPart } from './word-list.ts';

/** A command that is not understood is stopped only when it says this: the folder of a host, a folder of skills, an installer. */
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
  /(?:^|[^\w.-])\.(?:claude|agents|cursor|gemini|codex|copilot|opencode|windsurf|kiro|factory|qwen)(?![\w-])|(?:^|[^\w-])skills?\/|\/skills?(?![\w-])|skill\.md|installed-plugins|plugins\/(?:cache|marketplaces)|skillkit|clawhub|(?:^|[^\w.-])skills?(?:@[\w.]+)?\s+(?:add|install|i|update|experimental_)|(?:claude|codex|copilot)\s+plugins?\s/i,
);

/** The spelled-out folder of a skill. A command that has this and led to no skill was not understood. */
export const SKILL_PATH = withPart(['skill', 'plugin'], /(?:^|[^\w.-])\.[\w-]+\/(?:[\w-]+\/)?(?:skills?|plugins)\/\S/i);
/** The working folder, the root or an open folder of some process. */
export const OF_PROCESS = withPart(
  ['/proc/', '/dev/fd/'],
  /^\/proc\/(?:[^/]+\/)+(?:cwd|root)(?:\/|$)|^\/(?:proc\/(?:[^/]+\/)+|dev\/)fd\/[^/]+\//,
);
/** Words of a program text, whatever its language is. */
export const splitText = (text: string): string[] => text.split(/[\s"'`;|&()<>=,[\]{}:@]+/);
/** A path in such a text, which is no pattern there. */
export const toTextPath = (path: string, home: string): string =>
  path.replace(/^~(?=\/|$)/, () => home).replaceAll(/[\\*?]/g, '\\$&');
