import javascript from '@shikijs/langs/javascript';
import json from '@shikijs/langs/json';
import markdown from '@shikijs/langs/markdown';
import python from '@shikijs/langs/python';
import bash from '@shikijs/langs/shellscript';
import solidity from '@shikijs/langs/solidity';
import typescript from '@shikijs/langs/typescript';
import yaml from '@shikijs/langs/yaml';
import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import type { Lines } from './lines.ts';

const THEME = 'assay';
const shiki = createHighlighterCoreSync({
  themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--t-', variableDefaults: {} })],
  langs: [bash, javascript, json, markdown, python, solidity, typescript, yaml],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

/** The limit per line, in milliseconds. The rest of the line stays uncoloured. */
const LINE_MS_MAX = 5;

/** Colours as class names, because pages contain no style attributes. */
export function colour(text: string, language: string): Lines {
  const { tokens } = shiki.codeToTokens(text, {
    lang: language,
    theme: THEME,
    tokenizeTimeLimit: LINE_MS_MAX,
  });
  return tokens.map((line) =>
    line.map(({ content, color }) => {
      const [, kind] = /--t-token-([a-z-]+)/.exec(color ?? '') ?? [];
      return kind === undefined ? [content] : [content, kind];
    }),
  );
}
