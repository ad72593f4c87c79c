import type { ExecutionValue, FactOf, Facts, UrlValue } from '../../model.ts';
import { isShadyOrigin } from '../../ruleset/origins/origin.ts';
import { sharesBrand } from '../instruction.facts.ts';

const INSTALLER = /^(?:install|get|sh|setup)\.|\/(?:install|installer|setup|get|bootstrap)[\w.-]{0,20}(?:[?#]|\/?$)/i;

/** The bare domain of a product, one word behind it (`/cli`), or a file that is installed. */
const PRODUCT =
  /^https?:\/\/[^/]+(?:\/[\w-]{1,20})?\/?$|\.(?:sh|bash|ps1|msi|pkg|dmg|exe|deb|rpm|AppImage|zip|tgz|tar\.[gx]z)(?:[?#]|$)/i;

const HTTP = /http:\/\//i;
/** What people read; settings are texts too, and nobody reads them. */
export const isManual = (file: string): boolean => /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(file);

/** PowerShell's way of piping an installer into a shell. */
const PIPED_INTO_IEX = /^\s*\(?(?:irm|iwr|invoke-restmethod|invoke-webrequest)\s[^|;\n]{1,200}\|\s*iex\s*$/i;

/**
 * A command that a document tells openly, whole and in plain. The name of its host vouches for nothing, but whoever follows it
 * sees what is fetched from where; out of a program nobody does.
 */
function isToldOpenly({ span, value, unit, file }: FactOf<'execution'>): boolean {
  const text = span.view.text.slice(span.start, span.end);
  return (
    isManual(file) &&
    unit.origin !== 'stray' &&
    unit.origin !== 'comment' &&
    span.view.layers.every((layer) => /^(?:folded|substituted)/.test(layer)) &&
    (value.via !== 'evaluate' || PIPED_INTO_IEX.test(text)) &&
    value.via !== 'import'
  );
}

/** Typed without a scheme: the site is meant, not that anybody on the way may write along. */
const isBare = ({ span, value }: FactOf<'execution'>): boolean =>
  value.from?.scheme === 'http' && !HTTP.test(span.view.text.slice(span.start, span.end));

/** The installer a vendor publishes on its own domain: named like the product or the program. */
export function isVendorsInstaller(fact: FactOf<'execution'>, facts: Facts): boolean {
  const { from, via } = fact.value;
  if (from === null || from.origin === 'code-host' || isShadyOrigin(from.origin) || !isToldOpenly(fact)) return false;
  if (from.scheme !== 'https' && !isBare(fact)) return false;
  const isInstaller = INSTALLER.test(from.host) || INSTALLER.test(from.url);
  // A homepage is what a publisher says of himself, and nothing more.
  const named = { ...facts.about, declaredHosts: new Set<string>() };
  return (sharesBrand(from.host, named) || isProgramsOwn(from.host, facts)) && (isInstaller || isProduct(from, via));
}

const isProduct = ({ url }: UrlValue, via: ExecutionValue['via']): boolean =>
  via !== 'interpreter' && PRODUCT.test(url);

/** `openclaw.ai` installs `openclaw`, which the bundle then uses; `rem.person.dev` installs `rem`. */
function isProgramsOwn(host: string, facts: Facts): boolean {
  const labels = host.split('.').slice(0, -1);
  return facts.of('command').some(({ value: { program } }) => {
    const name = program.replace(/-.*$/, '');
    return name.length >= PROGRAM_CHARS_MIN && !SHELLS.test(name) && labels.some((label) => isNamedFor(label, name));
  });
}
const isNamedFor = (label: string, name: string): boolean =>
  label.startsWith(name) && /^(?:cli|ctl|app|hq|sh|tools?|labs?)?$/.test(label.slice(name.length));
const PROGRAM_CHARS_MIN = 3;
/** Programs of the system, which no host is named for. */
const SHELLS =
  /^(?:curl|wget|bash|dash|zsh|fish|sudo|get|install|setup|sh|download|start|open|node|python3?|deno|bun|raw|api|cdn)$/;
