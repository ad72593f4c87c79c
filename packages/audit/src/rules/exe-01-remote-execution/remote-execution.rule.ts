import { wordsOf } from '@assay/analysis/bundle/decode/view';
import { isFilledIn, isVetted, registrableDomain, toUrlValue } from '@assay/analysis/models/origins/origin';
import type {
  ExecutionValue,
  FactOf,
  Facts,
  RawFinding,
  Rule,
  Severity,
  Span,
  Unit,
  UrlValue,
} from '@assay/analysis/types';
import { isUnverified } from '../command.facts.ts';
import { sharesBrand } from '../instruction.facts.ts';
import { isPublishersOwn } from '../own-origin.ts';
import { isOutOfSight, isStartedUnasked } from '../startup.facts.ts';

/** Places nobody answers for, and connections anybody can rewrite. */
const SHADY = new Set([
  'raw-ip',
  'paste',
  'shortener',
  'file-drop',
  'tunnel',
  'collector',
  'dynamic-dns',
  'chat-webhook',
]);
const RECOGNISED = new Set(['package-index', 'vendor-installer', 'docs']);

/** A public repository by name, or a file of one: its owner is known and its history can be read. A gist has neither. */
const isNamedRepository = ({ scheme, host, url, owner }: UrlValue): boolean =>
  scheme !== 'http' &&
  (owner !== null || REPOSITORY.test(url) || host.endsWith('sourceforge.net')) &&
  !host.startsWith('gist.');
const REPOSITORY = /^(?:https|ssh|git):\/\/(?:www\.)?[\w.-]+\/[\w.-]+\/[\w.-]+?(?:\.git)?\/?$/;

function severityOf({ from, via, isPinned, steps }: ExecutionValue): Severity {
  if (from === null) return 'HIGH';
  if (from.origin === 'loopback' || BARE_NAME.test(from.host)) return 'LOW';
  if (isFilledIn(from.host)) return 'MEDIUM';
  if (SHADY.has(from.origin)) return 'CRITICAL';
  if (isPinned || RECOGNISED.has(from.origin)) return 'MEDIUM';
  if (from.origin === 'code-host' && (via === 'installer' || isNamedRepository(from))) return 'MEDIUM';
  if (from.scheme === 'http' || from.scheme === 'ftp' || steps.some(isAnybodys)) return 'CRITICAL';
  return isVetted(from) ? 'MEDIUM' : 'HIGH';
}

/** Fetched without a look at who answers: whoever sits on the line decides what runs. */
const isAnybodys = (span: Span): boolean => isUnverified(wordsOf(span));

/** `scp me@studio:tool.py .`: a name without a domain is another machine of the user's own network. */
const BARE_NAME = /^[a-z][a-z0-9_-]*$/i;

const INSTALLER =
  /^(?:install|get|sh|setup)\.|\/(?:install|installer|setup|get|bootstrap)[\w.-]{0,20}(?:[?#]|\/?$)|\/downloads?\/[\w.-]{1,20}$/i;

/** The bare domain of a product, one word behind it (`/cli`), or a file that is installed. */
const isProduct = (from: UrlValue, via: ExecutionValue['via']): boolean =>
  via === 'import'
    ? PART.test(from.url)
    : via === 'interpreter'
      ? PROGRAM.test(from.url)
      : isNamedLikeHost(from) || PRODUCT.test(from.url);
const PROGRAM = /^https:\/\/[^/?#]+\/[\w-]{1,40}\.(?:py|[cm]?js)$/;
/** A part of the skill, in the folder that its maker keeps it in. */
const PART = /^https:\/\/[^/?#]+\/(?:[\w-]{1,40}\/){0,2}[\w-]{1,40}\.(?:py|[cm]?js|sh)$/;
const PRODUCT =
  /^(?:https?:\/\/)?[^/]+(?:\/[\w-]{1,20})?\/?$|\.(?:sh|bash|ps1|msi|pkg|dmg|exe|deb|rpm|AppImage|zip|tgz|tar\.[gx]z)(?:[?#]|$)/i;

/** `cli.maker.example/maker-linux-arm64`: the file is named like its maker. */
const isNamedLikeHost = ({ host, url }: UrlValue): boolean => {
  const maker = registrableDomain(host).split('.')[0] ?? '';
  const file = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return maker.length >= MAKER_CHARS_MIN && file.toLowerCase().startsWith(maker);
};
const MAKER_CHARS_MIN = 4;

/** The installer a vendor publishes on its own domain: named like the product, or a domain the bundle speaks of elsewhere too. */
function isVendors(from: UrlValue, value: ExecutionValue, facts: Facts, isBare: boolean): boolean {
  const { via } = value;
  // Who clones by ssh has an account there.
  if (from.scheme !== 'https' && from.scheme !== 'ssh' && !isBare) return false;
  if (isOwnersSite(from.host, facts)) return true;
  const isInstaller = INSTALLER.test(from.host) || INSTALLER.test(from.url);
  const isMakers =
    sharesBrand(from.host, facts.about) || isDeclaredSite(from, facts) || isProgramsOwn(from.host, facts);
  if (isMakers && (isInstaller || isProduct(from, via) || from.scheme === 'ssh')) return true;
  // What the shell is told by the service that the skill is named for: settings that a login answers with.
  if ((via === 'shell' || value.steps.some(isMeantAsInput)) && sharesBrand(from.host, facts.about)) return true;
  if (!isInstaller) return false;
  const domain = registrableDomain(from.host);
  return facts
    .of('url')
    .some(
      ({ value }) =>
        registrableDomain(value.host) === domain &&
        !value.isDynamic &&
        !INSTALLER.test(value.url) &&
        !INSTALLER.test(value.host),
    );
}

/** `python3 - <<'END' <<<"$answer"`: the program stands there, and by the second redirection the answer takes its place. */
const isMeantAsInput = (span: Span): boolean => /<<-?\s*(["']?)\w+\1[ \t]+<<</.test(wordsOf(span));

/** `files.maker.example` for the home page `www.maker.example`; on a code host others live next door. */
const isDeclaredSite = ({ host, owner, origin }: UrlValue, { about }: Facts): boolean =>
  owner === null &&
  origin === 'unknown' &&
  [...about.declaredHosts].some((one) => registrableDomain(one) === registrableDomain(host));

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

/** `github.com/maker/maker.example` holds the site at `maker.example`: the publisher's own, by the name of its repository. */
const isOwnersSite = (host: string, facts: Facts): boolean =>
  facts
    .of('url')
    .some(
      ({ value: { origin, owner, url } }) =>
        origin === 'code-host' &&
        owner !== null &&
        owner.toLowerCase() === facts.about.sourceOwner.toLowerCase() &&
        url.split(/[/?#]/)[4]?.toLowerCase() === host,
    );
const PROGRAM_CHARS_MIN = 3;
/** Programs of the system, which no host is named for. */
const SHELLS =
  /^(?:curl|wget|bash|dash|zsh|fish|sudo|get|install|setup|sh|download|start|open|node|python3?|deno|bun|raw|api|cdn|git|gh|npm|npx|pip3?|uvx?|docker|brew|apt|make|cargo|ssh|tar|unzip|kubectl|helm)$/;

const HTTP = /http:\/\//i;

/** PowerShell's way of piping an installer into a shell. */
const PIPED_INTO_IEX = /^\s*\(?(?:irm|iwr|invoke-restmethod|invoke-webrequest)\s[^|;\n]{1,200}\|\s*iex\s*$/i;

/**
 * `curl https://maker.example/tool.py > ~/.agent/skills/tool/tool.py` as a command in the open: how the maker's site brings a skill up to date. It goes to the
 * folder of this very skill, or of one that comes from there as a whole, and its host is looked at like that of an installer.
 */
function isOwnUpdate({ span, unit, value }: FactOf<'execution'>, facts: Facts): boolean {
  const [, place = '', folder = ''] = SKILL_FOLDER.exec(wordsOf(span)) ?? [];
  if (unit.lang !== 'shell' || isOutOfSight(unit) || folder.length < FOLDER_CHARS_MIN) return false;
  const isThis = facts.about.name.toLowerCase().startsWith(folder.toLowerCase());
  return isThis || isBroughtWhole(place, value.from?.host ?? '', unit, facts);
}
const SKILL_FOLDER = /(?:>|\s-o|\s-O|--output)\s*["']?([~$\w{}./-]*\/skills\/([\w-]+)\/)/;
const FOLDER_CHARS_MIN = 4;

/** Its `SKILL.md` is put there from the same host, a line before or after: nobody else's skill is changed by that. */
const isBroughtWhole = (place: string, host: string, unit: Unit, facts: Facts): boolean =>
  facts.of('command').some(({ unit: other, value: { args, text } }) => {
    const from = args.some((arg) => toUrlValue(arg)?.host === host);
    return other === unit && from && SKILL_FOLDER.exec(text)?.[1] === place && text.includes(`${place}SKILL.md`);
  });

/** `curl -o tools/check.sh https://maker.example/tools/check.sh` once and in the open, with that very file in the bundle; what is fetched at every start is not. */
function isShippedToo({ value: { from, steps }, unit }: FactOf<'execution'>, { about }: Facts): boolean {
  const path = /^https:\/\/[^/]+\/([^?#]+)$/.exec(from?.url ?? '')?.[1] ?? '';
  return about.files.has(path) && steps[0] !== undefined && steps[0].view !== unit.span.view;
}

function toFinding(fact: FactOf<'execution'>, facts: Facts): RawFinding {
  const { span, value, unit } = fact;
  // An installer that is published is a command everybody can see; what is decoded or evaluated on the way is none.
  const isPlain =
    span.view.layers.every((layer) => /^(?:folded|substituted)/.test(layer)) &&
    (value.via !== 'evaluate' || PIPED_INTO_IEX.test(wordsOf(span))) &&
    (value.via !== 'import' || isOwnUpdate(fact, facts));
  const isShipped = isShippedToo(fact, facts);
  const isBare = value.from?.scheme === 'http' && !HTTP.test(wordsOf(span));
  // The same account on a code host: a name that the bundle came by, not one that it gives itself.
  const isOwn =
    value.from !== null &&
    ((value.from.owner !== null && isPublishersOwn(value.from, facts.about)) ||
      // What a tool starts by itself is installed by nobody, unless it was fetched before and can be read here.
      (isPlain && (!isStartedUnasked(unit) || isShipped) && isVendors(value.from, value, facts, isBare)));
  // `curl tool.example/install | sh`: who writes no scheme means the site, not that anybody may write along.
  const base = isBare && isOwn && severityOf(value) === 'CRITICAL' ? 'HIGH' : severityOf(value);
  // In a fence that claims to be another language, in the words of a program for something else, or started anew by the
  // system whenever it likes: nobody installs a program that way.
  const isDisguised = base === 'HIGH' && (unit.origin === 'stray' || (isOutOfSight(unit) && !(isOwn && isShipped)));
  const severity = isDisguised ? 'CRITICAL' : isOwn && base === 'HIGH' ? 'MEDIUM' : base;
  const isNamed = value.from !== null && value.from.host !== '';
  return {
    at: span,
    severity,
    confidence: isNamed ? 'firm' : 'tentative',
    note: isNamed
      ? `Content of ${value.from?.host} (${value.from?.reason}) is run.`
      : 'Content of an address made at run time is run.',
    related: value.steps.map((at, index) => ({ at, role: index === 0 ? 'fetch' : 'run' })),
    isUnreviewedExecution: (severity === 'HIGH' || severity === 'CRITICAL') && !value.isPinned,
  };
}

export const remoteExecution = {
  id: 'EXE-01',
  title: 'Runs content fetched from the network',
  question: 'Is remote content executed in any form?',
  category: 'EXE',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-494', 'CWE-829', 'OWASP-AST02'],
  why: 'Whoever controls that address decides what runs on the machine, at any later time; a review of this version covers none of it.',
  fix: 'Ship the code in the bundle, or install a pinned version from a package index and check its digest before running it.',
  looksAt:
    'Every spelling of "fetch, then run" reduces to one fact: pipes, substitutions, process substitution, files saved and started lines later, `python -c`, `iwr | iex`, clones that are built. Severity follows the place the content comes from.',
  blindTo:
    'A download whose file name and start are joined only by a person reading two documents; an address assembled from the answer of another server.',
  falseAlarms:
    'Installers of makers the origin table does not know yet. Add the origin with its reason, never an exception for one skill.',
  since: '2026.11',
  check: (facts) =>
    facts
      .of('execution')
      .filter(({ value }) => value.of === 'download' || value.of === 'network-input')
      .map((fact) => toFinding(fact, facts)),
} satisfies Rule;
