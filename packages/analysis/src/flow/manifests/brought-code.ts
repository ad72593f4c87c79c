import { toUrlValue } from '../../models/origins/origin.ts';
import type { Unit } from '../../types/index.ts';
import type { Analysis } from '../analysis.ts';

/**
 * Where the tools of each language are told to take code from, beside the list of packages itself: lock files, maps of imports, sources
 * and indexes, blocks of comments that are orders. An address there that is nobody's known registry brings code of whoever owns it.
 */
type Row = {
  readonly name: RegExp;
  readonly addresses: RegExp;
  /** All packages come from there, or this one piece of code does. */
  readonly of: 'index' | 'code';
};

const ADDRESS = String.raw`(?:[a-z0-9]+(?:\+|::))?(?:https?|git|ssh):\/\/[^\s"'<>,)\]}]+`;
const row = (name: RegExp, shape: string, of: Row['of'], flags = 'gm'): Row => ({
  name,
  addresses: new RegExp(shape.replaceAll('ADDRESS', `(${ADDRESS})`), flags),
  of,
});

const ROWS: readonly Row[] = [
  row(/\.(?:tf|tofu)$/, String.raw`^\s*source\s*=\s*"ADDRESS`, 'code'),
  row(/\.(?:tf|tofu)\.json$/, String.raw`"source"\s*:\s*"ADDRESS`, 'code'),
  row(/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/, String.raw`"resolved"\s*:\s*"ADDRESS`, 'index'),
  row(/(?:^|\/)yarn\.lock$/, String.raw`^\s*resolved\s+"?ADDRESS`, 'index'),
  row(/(?:^|\/)pnpm-lock\.yaml$/, String.raw`\btarball:\s*["']?ADDRESS`, 'index'),
  row(/(?:^|\/)(?:uv|poetry|pdm)\.lock$/, String.raw`\b(?:url|registry)\s*=\s*"ADDRESS`, 'index'),
  row(/(?:^|\/)pipfile(?:\.lock)?$/i, String.raw`\burl"?\s*[:=]\s*"ADDRESS`, 'index'),
  row(/(?:^|\/)composer\.lock$/, String.raw`"url"\s*:\s*"ADDRESS`, 'index'),
  row(/(?:^|\/)composer\.json$/, String.raw`"repositories"[\s\S]{0,2000}?"url"\s*:\s*"ADDRESS`, 'index'),
  row(
    /(?:^|\/)(?:cargo\.lock|\.cargo\/config(?:\.toml)?)$/i,
    String.raw`\b(?:source|registry|index)\s*=\s*"ADDRESS`,
    'index',
  ),
  row(/(?:^|\/)cargo\.toml$/i, String.raw`\bgit\s*=\s*"ADDRESS`, 'code'),
  row(/(?:^|\/)gemfile$/i, String.raw`\bgit(?::|\s*=>)\s*["']ADDRESS`, 'code'),
  row(/(?:^|\/)(?:deno\.jsonc?|import_?map\.json)$/, String.raw`"[^"\n]+"\s*:\s*"ADDRESS`, 'code'),
  row(
    /(?:^|\/)(?:uv\.toml|pyproject\.toml)$/,
    String.raw`^\s*(?:url|index-url|extra-index-url|default-index)\s*=\s*\[?\s*"ADDRESS`,
    'index',
  ),
  row(/(?:^|\/)flake\.nix$/, String.raw`\burl\s*=\s*"ADDRESS`, 'code'),
  row(/(?:^|\/)\.pre-commit-config\.yaml$/, String.raw`^\s*-?\s*repo:\s*["']?ADDRESS`, 'code'),
  row(/\.py$/, String.raw`^#\s+(?:"[^"]*@\s*|(?:[\w-]*index[\w-]*|url)\s*=\s*\[?\s*")ADDRESS`, 'code'),
  row(
    /\.(?:java|jsh|kts?|groovy)$/,
    String.raw`^(?://(?:REPOS|DEPS)\s+(?:\w+=)?|@Grab\w*\(.*?["']|@file:(?:Repository|DependsOn)\(.*?["'])ADDRESS`,
    'code',
  ),
];

/** Fields of a project's own page, which bring nothing. */
const PROJECT_TABLE = /\[(?:project\.urls|tool\.poetry\.urls|package\.metadata)/;
const SCRIPT_BLOCK = /^# \/\/\/ script\s*$/m;

export function recordBroughtCode(analysis: Analysis, unit: Unit): void {
  const { view } = unit.span;
  const path = unit.file.toLowerCase();
  if (unit.file !== view.file) return;
  for (const { name, addresses, of } of ROWS) {
    if (!name.test(path) || (path.endsWith('.py') && !SCRIPT_BLOCK.test(view.text))) continue;
    const seen = new Set<string>();
    for (const match of view.text.matchAll(addresses)) {
      const address = (match[1] ?? '').replace(/^[a-z0-9]+(?:\+|::)(?=\w+:\/\/)/, '');
      const url = toUrlValue(address);
      // A package by the address of its repository is its owner's, in a list of packages as in a lock of it.
      if (of === 'index' && url?.origin === 'code-host') continue;
      if (url === undefined || seen.has(url.host) || isOfProject(view.text, match.index)) continue;
      seen.add(url.host);
      const at = { view, start: match.index, end: match.index + match[0].length };
      const text =
        of === 'index' ? `npm config set registry ${address}` : `pip install ${address.replace(/\.git$/, '')}`;
      analysis.descend({ lang: 'shell', text, at, unit, origin: 'argument', layer: 'as its tool reads it' });
    }
  }
}

const isOfProject = (text: string, at: number): boolean => {
  const table = text.lastIndexOf('\n[', at);
  return table !== -1 && PROJECT_TABLE.test(text.slice(table, table + 60));
};
