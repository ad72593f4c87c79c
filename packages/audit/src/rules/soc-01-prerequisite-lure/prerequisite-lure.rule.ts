import { lineAround } from '@assay/analysis/bundle/decode/view';
import { isShadyOrigin } from '@assay/analysis/models/origins/origin';
import type { BundleAbout, OriginClass, RawFinding, UrlValue } from '@assay/analysis/types';
import { asks, foreignUrls, type Instruction, orders, sharesBrand } from '../instruction.facts.ts';
import { skillRule } from '../skill-rule.ts';

export const prerequisiteLure = skillRule({
  id: 'SOC-01',
  title: 'Unrelated prerequisite',
  question: 'Must an unrelated utility be installed first (release asset, paste page, OS split)?',
  kind: 'HINT',
  severity: 'HIGH',
  references: ['OWASP-AST04', 'CWE-494'],
  why: 'A fake prerequisite is the most common way in which malicious skills deliver a program.',
  fix: 'Name a package from a package manager, or ship the code in the skill.',
  blindTo: 'Prerequisites behind links without an address in the text are not detected.',
  falseAlarms: 'Specialized tools that another owner distributes only as release archives can be reported.',
  check: (facts) =>
    orders(facts)
      .filter((fact) => asks(fact, 'get', 'install', 'run'))
      .flatMap((fact): RawFinding[] => {
        const [url] = foreignUrls(fact, facts.about)
          .filter((one) => isProgram(one, facts.about) && !isPictureOrUpload(one, fact))
          .filter((one) => one.origin !== 'shortener' || asks(fact, 'install') || isToBeRun(fact));
        if (url === undefined) return [];
        return [{ at: fact.span, confidence: 'firm', severity: 'HIGH' }];
      }),
});

/** A badge with its link, or an upload: neither downloads a program. */
function isPictureOrUpload({ url }: UrlValue, { span }: Instruction): boolean {
  const before = lineAround(span).split(url)[0] ?? '';
  return PICTURE.test(url) || BADGE.test(before) || UPLOAD.test(before);
}
const PICTURE = /\.(?:png|svg|jpe?g|gif|webp)$/i;
const BADGE = /!\[[^\]]{0,200}\]\([^)\s]{1,300}\)\]\($/;
const UPLOAD = /\bcurl\b[^`|;&]{0,200}\s(?:-F|--form|-T|--upload-file)[\s=][^`|;&]{0,200}$/;

/**
 * A short address leads to an account or a page as often as to a program, so the sentence must ask for download and
 * execution.
 */
const isToBeRun = (fact: Instruction): boolean => asks(fact, 'get') && asks(fact, 'run');

const ASSET =
  /\.(?:zip|rar|7z|exe|msi|dmg|pkg|bin|run|appimage|scr|bat|ps1|sh|command|jar|iso|deb|rpm|apk|crx|xpi|vsix)(?:[?#]|$)/i;

/** Origins where a program answers requests. Its API returns an answer, not an installable file. */
const SERVERS: ReadonlySet<OriginClass> = new Set<OriginClass>(['raw-ip', 'dynamic-dns', 'collector']);
const ASKED = /\?\w+=|\/(?:api|v\d{1,2}|rpc|graphql)(?:\/|$)/i;

/** A file that runs when opened, or any file from a place that anyone can fill anonymously. */
function isProgram(url: UrlValue, about: BundleAbout): boolean {
  // A host name alone is only a mention. A download has a path.
  if (url.origin === 'tunnel') return ASSET.test(url.url); // a developer's own machine during tests
  if (url.origin === 'chat-webhook') return false; // a bot's API, which offers no downloads
  if (SERVERS.has(url.origin) && ASKED.test(url.url) && !ASSET.test(url.url)) return false;
  if (isShadyOrigin(url.origin)) return /^[a-z]+:\/\/[^/]+\/\S/i.test(url.url);
  if (url.owner !== null && (url.owner === about.sourceOwner.toLowerCase() || sharesBrand(`${url.owner}.com`, about)))
    return false;
  return ASSET.test(url.url);
}
