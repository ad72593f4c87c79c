import { isRecognisedOrigin } from '@assay/analysis/models/origins/origin';
import type { BundleAbout, Facts, RawFinding, Rule, Severity, UrlValue } from '@assay/analysis/types';
import { type Flow, isDeclared, isSecretsOwnHost, leaving, stages } from '../flow.facts.ts';
import { isMailbox } from '../mailbox.ts';
import { isHookFile, isStartedUnasked } from '../startup.facts.ts';

const NAMED = 'a file the user names';
const SHADY = new Set(['raw-ip', 'paste', 'file-drop', 'tunnel', 'collector', 'dynamic-dns']);

/** A home folder from its top, or the disk. */
const WHOLE_HOME = /^(?:(?:~|\/root|\/(?:home|users)(?:\/[^/]*)?)(?:\/(?:\.|\*{1,2}|\*\*\/\*)?)?|\/)$/i;

/** A file of the home folder whose name is put together in a way that nobody can follow: any of them. */
const UNTOLD_HOME = /^~\/?\.?[a-z_]{0,3}␀/i;

const isBareLine = ({ scheme, host, origin }: UrlValue): boolean =>
  scheme === 'tcp' && origin === 'raw-ip' && /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);

/** One file by its name, of the folder that one works in. */
const ONE_FILE = /^\.\/[^/*?␀]{1,100}\.[a-z0-9]{1,8}$/i;
const SHARES = new Set(['paste', 'file-drop']);

/** One file at a page where people share such, in a skill that says by its name or description that it is about that page. */
const isShared = (label: string, { origin, scheme, host }: UrlValue, { name, description }: BundleAbout): boolean =>
  SHARES.has(origin) &&
  scheme === 'https' &&
  ONE_FILE.test(label) &&
  `${name} ${description}`.toLowerCase().includes(host.replace(/^www\./, ''));

/** One file the user names is what an upload is; a sweep through folders is not. */
function severityOf(flow: Flow, facts: Facts): Severity | undefined {
  const { source, sink } = flow.value;
  const to = sink.destination;
  if (flow.value.position === 'auth') return undefined; // a token kept in a file, used as one
  if (to === null || to.host === '') return undefined;
  // Keys, logins and wallets lie in there, whatever it is sent for and whoever announced it.
  if (WHOLE_HOME.test(source.label)) return 'CRITICAL';
  if (UNTOLD_HOME.test(source.label) && !isRecognisedOrigin(to.origin)) return 'CRITICAL';
  // Nobody but the owner of the key in the address reads there, whatever the service is.
  if (isMailbox(to)) return 'CRITICAL';
  if (isDeclared(to, facts.about)) return undefined;
  // A service has a name or speaks the language of the web; a bare line to a machine without a name is nobody's upload.
  if (source.label === NAMED) return isBareLine(to) ? 'CRITICAL' : 'LOW';
  if (SHADY.has(to.origin)) return isShared(source.label, to, facts.about) ? 'HIGH' : 'CRITICAL';
  const isSweep = /^(?:~|\/home|\/users|\/$|\.$)|\*\*|history/i.test(source.label);
  // Again and again, whenever something is started or committed: nobody is asked.
  if (isSweep && (isStartedUnasked(flow.unit) || isHookFile(flow.file))) return 'CRITICAL';
  if (isSecretsOwnHost('', to, facts.about)) return 'LOW';
  return isSweep ? 'HIGH' : 'MEDIUM';
}

/** `document=@$1`: whatever file the user names, for somebody's chat. */
const isUntold = ({ value: { source, sink } }: Flow): boolean =>
  source.label === '␀' && sink.destination !== null && isMailbox(sink.destination);

const toFindings = (facts: Facts): RawFinding[] =>
  [...leaving(facts, 'user-file'), ...leaving(facts, 'work-file').filter(isUntold)].flatMap((flow) => {
    const severity = severityOf(flow, facts);
    return severity === undefined
      ? []
      : [{ at: flow.span, severity, confidence: 'firm' as const, related: stages(flow) }];
  });

export const fileUpload = {
  id: 'EXF-03',
  title: 'Sends user files to an undeclared host',
  question: 'Are user or workspace files sent to an undeclared host?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-359'],
  why: 'Files of the user leave for a place nobody announced.',
  fix: 'Declare the host, name the files, and ask before sending.',
  looksAt:
    'Files found by walking folders, archives of a folder, or home files, reaching a request. The whole home folder: critical.',
  blindTo: "Uploads through a vendor's client library.",
  falseAlarms:
    "Uploading the file the user named to a service's API: low; by a bare socket to a bare address: critical. One file at the page that the skill is about: high.",
  since: '2026.11',
  check: (facts) => toFindings(facts),
} satisfies Rule;
