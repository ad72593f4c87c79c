import type { ReactNode } from 'react';
import { LANGUAGES } from '../languages/languages.ts';
import { language } from '../languages/text.ts';
import type { Head, ScriptName } from '../page.ts';

/** Names of the built files, inserted by the build. */
declare const __ASSETS__: {
  readonly style: string;
  readonly theme: string;
  readonly scripts: Readonly<Record<ScriptName, string>>;
  readonly fonts: readonly string[];
};

type Props = {
  head: Head;
  path: string;
  portalUrl: string;
  version: string;
  scripts: readonly ScriptName[];
  /** The content is in English in every language of the portal. */
  isEnglish: boolean;
  children: ReactNode;
};

const NAVIGATION = [
  ['/certificates', 'Certificates'],
  ['/validators', 'Council'],
  ['/rules', 'Rules'],
  ['/world', 'World'],
  ['/market', 'Market'],
  ['/log', 'Log'],
  ['/docs', 'Docs'],
] as const;

export const Document = ({ head, path, portalUrl, version, scripts, isEnglish, children }: Props) => (
  <html lang={language.tag}>
    <head>
      <meta charSet="utf-8" />
      <meta content="width=device-width, initial-scale=1" name="viewport" />
      <title>{head.title}</title>
      <meta content={head.description} name="description" />
      {head.isIndexed === false ? <meta content="noindex" name="robots" /> : null}
      <meta content={head.title} property="og:title" />
      <meta content={head.description} property="og:description" />
      <meta content="website" property="og:type" />
      <meta content={portalUrl + path} property="og:url" />
      <meta content={portalUrl + (head.image ?? '/card.png')} property="og:image" />
      <meta content="summary_large_image" name="twitter:card" />
      <link href={head.twin.href} rel="alternate" type={head.twin.type} />
      <link href={__ASSETS__.style} rel="stylesheet" />
      <link href={`data:image/svg+xml,${encodeURIComponent(ICON)}`} rel="icon" type="image/svg+xml" />
      <script src={__ASSETS__.theme} />
      {__ASSETS__.fonts.map((font) => (
        <link as="font" crossOrigin="" href={font} key={font} rel="preload" type="font/woff2" />
      ))}
      {scripts.map((name) => (
        <script key={name} src={__ASSETS__.scripts[name]} type="module" />
      ))}
    </head>
    <body className="flex min-h-screen flex-col">
      <a className="button absolute -top-24 left-4 z-10 focus:top-4" href="#content">
        Skip to content
      </a>
      <Header path={path} />
      <main className="grow pb-20" id="content" lang={isEnglish && language.code !== 'en' ? 'en' : undefined}>
        {children}
      </main>
      <Footer twin={head.twin} version={version} />
    </body>
  </html>
);

/** The logo: an octagonal stamp with the logo letter. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M8 0h16l8 8v16l-8 8H8l-8-8V8z" fill="#17181c"/>' +
  '<path d="M8 24 16 7l8 17M11 18h10" fill="none" stroke="#d9b755" stroke-width="3"/></svg>';

const Header = ({ path }: { path: string }) => (
  <header className="border-b border-ink">
    <div className="page flex flex-wrap items-center gap-x-7 gap-y-1 py-3">
      <a className="mr-auto flex items-center gap-2.5 py-1 text-lg font-semibold tracking-tight no-underline" href="/">
        <svg aria-hidden="true" className="size-7" viewBox="0 0 32 32">
          <path className="fill-ink" d="M8 0h16l8 8v16l-8 8H8l-8-8V8z" />
          <path className="stroke-paper" d="M8 24 16 7l8 17M11 18h10" fill="none" strokeWidth="3" />
        </svg>
        Assay
      </a>
      <nav
        aria-label="Main"
        className="order-last -mx-1 flex w-full flex-wrap justify-between text-sm sm:order-none sm:mx-0 sm:w-auto sm:text-base"
      >
        {NAVIGATION.map(([href, name]) => (
          <a
            aria-current={path === href || path.startsWith(`${href}/`) ? 'page' : undefined}
            className="px-0.5 py-2 no-underline decoration-2 hover:underline aria-[current=page]:underline sm:px-3"
            href={href}
            key={href}
          >
            {name}
          </a>
        ))}
      </nav>
      <button className="invisible w-18 px-2 py-2" data-theme-switch type="button">
        Dark
      </button>
      <a className="border border-ink px-3 py-1.5 no-underline hover:bg-ink hover:text-paper" href="/account">
        <span className="sm:hidden">Submit</span>
        <span className="max-sm:hidden">Submit a product</span>
      </a>
    </div>
  </header>
);

const Footer = ({ twin, version }: { twin: Head['twin']; version: string }) => (
  <footer className="border-t border-line py-8 text-sm text-muted">
    <div className="page flex flex-wrap gap-x-6 gap-y-2">
      <span className="mr-auto">Assay {version}. If no valid answer arrives in time, do not run the product.</span>
      <a href={twin.href}>{twin.type === 'application/json' ? 'This page as JSON' : 'This page as Markdown'}</a>
      <a href="/status">Status</a>
      <a href="/reference">API reference</a>
      <a href="/docs/agent-guide">For agents</a>
      <a href="/docs/policies/accessibility">Accessibility</a>
      <a href="/operator">Operators</a>
      <nav aria-label="Language" className="flex gap-x-4" data-languages>
        {LANGUAGES.map(({ code, tag, name }) => (
          <a
            aria-current={code === language.code ? 'true' : undefined}
            href={`?language=${code}`}
            hrefLang={tag}
            key={code}
            lang={tag}
            rel="nofollow"
          >
            {name}
          </a>
        ))}
      </nav>
    </div>
  </footer>
);
