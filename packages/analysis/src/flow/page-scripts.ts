import type { TakenFile } from '../bundle/read-bundle.ts';
import type { Fact } from '../types/index.ts';

type Bundled = {
  readonly files: readonly TakenFile[];
  readonly facts: readonly Fact[];
};

/** `<script src="/assets/app.js">`. */
const TAKEN = /<script\b[^>]{0,400}?\bsrc\s{0,4}=\s{0,4}["']?([^"'\s>]{1,400})/gi;
/** `import"./part.js"`, `import("./part.js")`, `export … from "./part.js"`: parts that a script has the page load. */
const PARTS = /\b(?:import|from)\s{0,4}\(?\s{0,4}["'`](?:\.{1,2})?\/([^"'`\s]{1,200}\.m?js)["'`]/g;
/** Ways to the machine that no page has; a script that knows one of them is meant for something else as well. */
const MACHINE =
  /\brequire\s{0,4}\(\s{0,4}["'`](?:node:)?(?:child_process|fs|net|os|dgram|tls|https?|vm|worker_threads|cluster|module)\b|["'`]node:\w|\bprocess\.(?:binding|dlopen|mainModule)\b|\b(?:Deno|Bun)\.\w|\bcreateRequire\b|\bchild_process\b/;

const nameOf = (path: string): string => path.split(/[?#]/)[0]?.split('/').at(-1) ?? path;

/**
 * Scripts that pages of the bundle load, and nobody else: they run where a page is opened, and reach nothing of the machine. Whoever else imports one
 * of them runs it outside.
 */
export function findPageScripts({ files, facts }: Bundled): ReadonlySet<string> {
  const scripts = files.filter(({ path, text }) => /\.m?js$/i.test(path) && text !== null);
  const wanted = files
    .filter(({ path, text }) => /\.html?$/i.test(path) && text !== null)
    .flatMap(({ text }) => [...(text ?? '').matchAll(TAKEN)].map(([, src = '']) => nameOf(src)));
  const found = new Set<string>();
  for (let next = wanted; next.length > 0; ) {
    const names = new Set(next);
    const fresh = scripts.filter(({ path }) => names.has(nameOf(path)) && !found.has(path));
    for (const { path } of fresh) found.add(path);
    next = fresh.flatMap(({ text }) => [...(text ?? '').matchAll(PARTS)].map(([, part = '']) => nameOf(part)));
  }
  const outside = importedFrom(facts, found);
  return new Set(
    scripts
      .filter(({ path, text }) => found.has(path) && !outside.has(nameOf(path)) && !MACHINE.test(text ?? ''))
      .map(({ path }) => path),
  );
}

/** Names of modules that anything but a page's script imports. */
const importedFrom = (facts: readonly Fact[], pages: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    facts.flatMap((fact) =>
      fact.kind === 'import' && !pages.has(fact.file)
        ? [nameOf(fact.value.module), `${nameOf(fact.value.module)}.js`, `${nameOf(fact.value.module)}.mjs`]
        : [],
    ),
  );
