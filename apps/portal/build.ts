/**
 * Builds the portal into `dist`, which is committed: the service starts with no further step. With `--check` it builds
 * elsewhere and says whether the committed files are what the sources give.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite';
import {
  isTranslated,
  OTHER_LANGUAGES,
  reachableFrom,
  readCatalogue,
  readTexts,
  toPart,
  toSourcePath,
} from './catalogues.ts';
import { drawGlyphs } from './glyphs.ts';
import { translate } from './translate.ts';

const FONT = fileURLToPath(import.meta.resolve('@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff'));
const HOME = fileURLToPath(new URL('./', import.meta.url));
const DIST = join(HOME, 'dist');

const ENTRIES = { theme: 'src/browser/theme.ts', site: 'src/browser/site.ts', app: 'src/app/main.tsx' } as const;
/** A page with the program also has the script of public pages, and loads one catalogue for both. */
const ENTRIES_WITH_TEXTS = { site: ['site'], app: ['app', 'site'] } as const;
/** Those that the first words of a page are set in. */
const PRELOADED = /ibm-plex-(sans-latin-(400|600)|sans-condensed-latin-600|mono-latin-400)-normal/;

/** On a busy machine, rolldown reports the time of plugins as a warning. */
const CHECKS = { pluginTimings: false } as const;

/** The same bytes wherever and whenever it runs. */
const common = (outDir: string): InlineConfig => ({
  root: HOME,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  base: '/',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: { outDir, emptyOutDir: true, sourcemap: false, target: 'es2023', reportCompressedSize: false },
});

/** Wraps the texts of the sources in lookups, so that sources contain plain English. */
const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  transform(source, id) {
    const path = toSourcePath(id);
    if (path === undefined || !isTranslated(path)) return undefined;
    const { code, texts } = translate(path, source);
    if (texts.length === 0) return undefined;
    const folder = '../'.repeat(path.split('/').length - 1) || './';
    const imports = ['text', 'rich'].filter((name) => code.includes(`$${name}(`));
    const lines = imports.map((name) => `import { ${name} as $${name} } from '${folder}languages/${name}.ts';\n`);
    return { code: lines.join('') + code, map: null };
  },
};

/** Writes the catalogues for browsers, and returns their addresses. A page loads the one of its program and language. */
async function writeCatalogues(assets: string): Promise<Record<string, Record<string, string>>> {
  const { texts } = readTexts();
  await mkdir(assets, { recursive: true });
  const addresses: Record<string, Record<string, string>> = {};
  for (const entry of ['site', 'app'] as const) {
    const paths = new Set(
      ENTRIES_WITH_TEXTS[entry].flatMap((name) => [...reachableFrom(ENTRIES[name].slice('src/'.length))]),
    );
    const needed = texts.filter(({ path }) => paths.has(path));
    for (const { code } of OTHER_LANGUAGES) {
      const content = JSON.stringify(toPart(readCatalogue(code), needed));
      const name = `${entry}-${code}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
      await writeFile(join(assets, name), content);
      addresses[entry] = { ...addresses[entry], [code]: `/assets/${name}` };
    }
  }
  return addresses;
}

async function buildClient(outDir: string): Promise<Manifest> {
  const { build: options, define, ...config } = common(outDir);
  const catalogues = await writeCatalogues(join(outDir, 'assets'));
  await build({
    ...config,
    define: { ...define, __CATALOGUES__: JSON.stringify(catalogues), __IS_BROWSER__: 'true' },
    plugins: [texts, tailwind()],
    build: {
      ...options,
      emptyOutDir: false,
      manifest: true,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: { ...ENTRIES, style: 'src/styles.css' }, checks: CHECKS },
    },
  });
  const path = join(outDir, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  await rm(join(outDir, '.vite'), { recursive: true });
  return manifest;
}

/** Solidity's grammar names a scope after a word that is a folder's name to some tools; colours look at what stands before it. */
const shorterScopes: Plugin = {
  name: 'shorter-scopes',
  transform: (code, id) =>
    /@shikijs\/langs\/.*solidity/.test(id)
      ? { code: code.replaceAll(/\.lib(?:rary)\b/g, '.lib'), map: null }
      : undefined,
};

/** What pages use and no language changes. */
const VENDOR =
  /\/node_modules\/(react|react-dom|scheduler|markdown-it|mdurl|uc\.micro|linkify-it|entities|punycode\.js|zod)\/|\/packages\/protocol\//;

async function buildServer(outDir: string, manifest: Manifest): Promise<void> {
  const { build: options, define, ...config } = common(outDir);
  const fileOf = (source: string): string => `/${manifest[source]?.file ?? missing(source)}`;
  const fonts = Object.values(manifest).filter(({ src }) => PRELOADED.test(src ?? ''));
  const assets = {
    style: fileOf('src/styles.css'),
    theme: fileOf(ENTRIES.theme),
    scripts: { site: fileOf(ENTRIES.site), app: fileOf(ENTRIES.app) },
    fonts: fonts.map(({ file }) => `/${file}`).sort(),
  };
  const [large, small] = await Promise.all([drawGlyphs(FONT, 72), drawGlyphs(FONT, 32)]);
  await build({
    ...config,
    define: {
      ...define,
      __ASSETS__: JSON.stringify(assets),
      __CATALOGUES__: '{}',
      __IS_BROWSER__: 'false',
      __GLYPHS__: JSON.stringify({ large, small }),
    },
    plugins: [texts, shorterScopes],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ...options,
      ssr: true,
      minify: true,
      rolldownOptions: {
        input: { server: 'src/server.tsx', paths: 'src/contract/paths.ts' },
        checks: CHECKS,
        // The copies of the server part for other languages share this chunk.
        output: { codeSplitting: { groups: [{ name: 'vendor', test: VENDOR }] } },
      },
    },
  });
}

function missing(source: string): never {
  throw new Error(`The build has no file for ${source}`);
}

async function buildInto(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const manifest = await buildClient(join(folder, 'client'));
  await buildServer(join(folder, 'server'), manifest);
  // Constants of the sources contain texts, so each language has its own copy of the module.
  for (const { code } of OTHER_LANGUAGES) {
    await cp(join(HOME, `src/languages/${code}.json`), join(folder, `server/languages/${code}.json`));
    await cp(join(folder, 'server/server.js'), join(folder, `server/server-${code}.js`));
  }
}

async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    await Promise.all(files.map(async (path) => [path.slice(folder.length), await readFile(path)] as const)),
  );
}

async function check(): Promise<void> {
  const fresh = await mkdtemp(join(tmpdir(), 'assay-portal-'));
  try {
    await buildInto(fresh);
    const [built, kept] = await Promise.all([readAll(fresh), readAll(DIST)]);
    const stale = [...new Set([...built.keys(), ...kept.keys()])].filter(
      (path) => !built.get(path)?.equals(kept.get(path) ?? Buffer.alloc(0)),
    );
    if (stale.length === 0) return;
    console.error(
      `apps/portal/dist is not what the sources give:\n${stale.sort().join('\n')}\nRun: node apps/portal/build.ts`,
    );
    process.exitCode = 1;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

await (process.argv.includes('--check') ? check() : buildInto(DIST));
