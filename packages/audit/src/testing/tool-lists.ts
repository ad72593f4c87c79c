import { loadParserAssets } from '@assay/analysis/node/parser-assets';
import type { ToolPins } from '@assay/analysis/types';
import { audit } from '../engine.ts';

const parsers = loadParserAssets();
export type Files = Readonly<Record<string, unknown>>;

export const review = (files: Files, pins?: ToolPins) =>
  audit(
    {
      productType: 'TOOL',
      files: Object.entries(files).map(([path, content]) => ({
        path,
        bytes: new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
      })),
      source: { url: 'local:', ref: '' },
    },
    { parsers, ...(pins === undefined ? {} : { pins }) },
  );

export const text = (description = ''): object => ({ type: 'string', description });
export const tool = (name: string, description: string, properties: object = {}, more: object = {}): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties, additionalProperties: false },
  ...more,
});
export const list = (...tools: readonly object[]): Files => ({ 'tools.json': { tools } });
export const hints = (annotations: object): object => ({ annotations });
export const spelledInTags = (words: string): string =>
  Array.from(words, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
export const config = (server: object): Files => ({ 'mcp.json': { mcpServers: { one: server } } });
