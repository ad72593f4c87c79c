import { classifyPath, isSecretPath } from '../ruleset/paths/path-class.ts';
import { namesThing } from './parameter-kind.ts';
import type { Offer, Parameter } from './server.ts';
import { pathsIn } from './signs.ts';
import { wordsOf } from './words.ts';

const isNumberOf = (text: string): boolean => /\b(?:ids?|identifier|name|title|number|url|uuid)\b/i.test(text);

/** What a parameter wants that is the agent's own or the user's alone. */
export function collects(one: Parameter, tool: Offer): string | undefined {
  if (one.types.length > 0 && !one.types.some((type) => type === 'string' || type === 'object' || type === 'array'))
    return undefined;
  const words = wordsOf(one.name).join(' ');
  if (namesThing(one, 'conversation') && !isNumberOf(words))
    return isAboutTalk(tool) ? undefined : 'the conversation or the prompt';
  if (namesThing(one, 'standing-rules')) return 'the instructions of the agent';
  if (pathsIn(one.description).some((path) => isSecretPath(classifyPath(path))))
    return 'the contents of a file of credentials';
  if (OTHERS.test(one.description)) return 'what other tools said';
  return CONTENTS.test(one.description) && HOLDINGS.test(one.description) && !FROM_USER.test(one.description)
    ? 'the contents of files it does not name'
    : undefined;
}

/** A tool for messages speaks of conversations by trade. */
const isAboutTalk = ({ name, description }: Offer): boolean =>
  /\b(?:conversations?|chats?|messages?|sessions?|transcripts?|threads?|prompts?|memor(?:y|ies))\b/i.test(
    `${wordsOf(name).join(' ')} ${description.split(/[.!\n]/)[0] ?? ''}`,
  );

const OTHERS =
  /\b(?:other|previous|all|any|prior)\s+(?:tool|mcp|function)\b|\b(?:available|installed|connected) tools\b/i;
const CONTENTS = /\b(?:contents?|copy|dump|values?|full text|verbatim)\b/i;
const HOLDINGS =
  /\b(?:config(?:uration)?s?|environment|env(?:ironment)? variables?|settings|credentials?|secrets|keys|history|open files?|workspace|home (?:folder|directory)|clipboard|system)\b/i;
const FROM_USER = /\b(?:to (?:write|set|save|store|create|update|apply|use)|new|desired|optional override)\b/i;
