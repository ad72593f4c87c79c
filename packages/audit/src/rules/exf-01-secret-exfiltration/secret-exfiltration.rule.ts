import type { Facts, Language, RawFinding, Rule, Severity, SourceClass, Span, Unit } from '../../model.ts';
import { isStray, issuerAt, issuerOf } from '../../ruleset/names/issuer.ts';
import { brandWords } from '../../ruleset/names/secret-name.ts';
import { isShadyOrigin, registrableDomain } from '../../ruleset/origins/origin.ts';
import { classifyPath, isSecretByShape } from '../../ruleset/paths/path-class.ts';
import {
  type Flow,
  isAllThatIsSent,
  isGuardedFile,
  isInKeyFields,
  isMailed,
  isOwnKeyUse,
  isSecretsOwnHost,
  leaving,
  stages,
} from '../flow.facts.ts';
import { lostSecrets } from './lost-secret.ts';

const TALK: ReadonlySet<SourceClass> = new Set(['conversation', 'memory']);

/** A credential at home with a service it is not shown to as one: careless, but that service gets it anyway. */
function severityOf(flow: Flow, facts: Facts): Severity {
  const { value } = flow;
  const { source, sink, position } = value;
  // A word out of the agent's notes in an address is a setting; the notes as a body are the notes.
  if (TALK.has(source.class)) return talkSeverity(flow);
  // Where the user's work goes anyway: whoever backs settings up there means to.
  if (isOwnRepository(value) && !isGuardedFile(source.label)) return 'MEDIUM';
  if (source.class === 'secret-file')
    return isSettingsUse(flow, facts) || isOwnPart(flow, facts) || isGuessedFile(value) || isPickedLogin(flow, facts)
      ? 'HIGH'
      : 'CRITICAL';
  if (source.class !== 'named-secret') return 'CRITICAL';
  if (isManuals(flow) || isCallAddress(value) || isGivenKey(flow)) return 'HIGH';
  if (isMailed(flow) || (value.isEncoded && sink.class === 'dns')) return 'CRITICAL';
  if (sink.destination !== null && isStray(source.label, sink.destination.host))
    return isResold(value) || isLent(flow, facts) || isShownToAnother(value) || isChosenName(value)
      ? 'HIGH'
      : 'CRITICAL';
  const isInAddress = position === 'query' || position === 'path';
  const isOwnHost = isSecretsOwnHost(source.label, sink.destination, facts.about, isInAddress);
  if (isOwnHost && position !== 'unknown') return 'LOW';
  // A key of a service nobody knows, at a service nobody knows: they may belong together.
  if (isOfUnknownService(value) && !isAllThatIsSent(flow)) return 'HIGH';
  // In a shell the whole body is known to be the secret; in a program it may be one field of an object that holds more.
  const isPrecise = isTyped(flow) && !isInKeyFields(flow);
  return !isPrecise && (isPlainService(value) || isSignedAddress(value)) ? 'HIGH' : 'CRITICAL';
}

/**
 * `TIDYNOTES_TOKEN`: a name that somebody gave a key, and no name that says whose it is. Whether it belongs where it goes is a question for a
 * reader, unless it goes where nothing belongs.
 */
const isOfUnknownService = (value: Flow['value']): boolean =>
  issuerOf(value.source.label) === undefined && brandWords(value.source.label).length > 0 && isNamedService(value);

/** A file that is a key by how it is called alone, in a folder of a tool that nobody here knows. */
const isGuessedFile = (value: Flow['value']): boolean =>
  isSecretByShape(value.source.label) && foldersOf(value.source.label).every(isUnknownTool) && isNamedService(value);
const isUnknownTool = (folder: string): boolean => issuerOf(folder) === undefined && !AGENTS.test(folder);

/** A host with a name, however it is spoken to; no page to paste to, no bare address, nothing in disguise. */
const isNamedService = ({ sink, isEncoded }: Flow['value']): boolean =>
  sink.destination !== null && !isShadyOrigin(sink.destination.origin) && !isEncoded && sink.class !== 'dns';

/** `setWebhook?url=$WEBHOOK_URL`: a service that everybody knows is told where to call. */
const isCallAddress = ({ source, sink, position }: Flow['value']): boolean =>
  /(?:^|_)WEBHOOK_URL$/i.test(source.label) &&
  position === 'query' &&
  issuerAt(sink.destination?.host ?? '') !== undefined;

/**
 * The domain that manuals are written with, in a manual: it belongs to nobody who could take anything. Nor is a key told of by a line there that
 * names none: which key a client finds for another provider is what its user has set for that. A program in a manual is shown in parts, and a name
 * may mean another thing in each.
 */
const isManuals = ({ file, value, unit }: Flow): boolean =>
  /(?<!(?:^|\/)SKILL)\.mdx?$/i.test(file) &&
  (/(?:^|\.)example\.(?:com|org|net)$/.test(value.sink.destination?.host ?? '') ||
    ((value.sink.label === 'client of a service' || PROGRAMS.has(unit.lang)) && isPlainService(value)));

/** Beside the address the key for it is set, and not out of the user's own: a gateway with a key of its own sees what is asked, and no key. */
const isGivenKey = ({ value, span }: Flow): boolean =>
  value.sink.label === 'client of a service' &&
  isNamedService(value) &&
  new RegExp(`\\b${value.source.label}["']?\\s*[=:]\\s*["']?[^\\s"'$]`).test(span.view.text);

/** Shown as a credential to a service that carries the name: others sell access to what everybody knows, under its name. */
const isResold = (value: Flow['value']): boolean =>
  (value.position === 'auth' || value.position === 'header') &&
  isPlainService(value) &&
  brandWords(value.source.label).some(
    (word) => word.length >= 5 && registrableDomain(value.sink.destination?.host ?? '').startsWith(word),
  );

/** Under a name that no program of that service reads: the key that the user keeps there is whichever the user was told to put there. */
const isChosenName = (value: Flow['value']): boolean =>
  value.position === 'auth' && isPlainService(value) && issuerOf(value.source.label)?.readsNoVariable === true;

/** As the login of another service that everybody knows: one of several names for a key, or a mistake, and nobody gains by it. */
const isShownToAnother = (value: Flow['value']): boolean =>
  value.position === 'auth' && isPlainService(value) && issuerAt(value.sink.destination?.host ?? '') !== undefined;

/**
 * The key of a service that everybody knows, in a request that is signed in with a key of the place it goes to: the user has an account there, and lends it
 * the other. Whether it should have that is for the user to say; what opens money and machines is lent to nobody.
 */
const isLent = ({ value, span, file }: Flow, facts: Facts): boolean =>
  isPlainService(value) &&
  issuerOf(value.source.label) !== undefined &&
  !/PRIVATE|MNEMONIC|SEED|PASSW|SECRET|COOKIE/i.test(value.source.label) &&
  facts
    .in(file, 'flow')
    .some(
      ({ value: other, span: at }) =>
        at.view === span.view &&
        at.start === span.start &&
        other.source.class === 'named-secret' &&
        other.source.label !== value.source.label &&
        (other.position === 'auth' || other.position === 'header') &&
        !isStray(other.source.label, value.sink.destination?.host ?? '') &&
        sharesName(other.source.label, value.sink.destination?.host ?? ''),
    );
const sharesName = (label: string, host: string): boolean =>
  brandWords(label).some(
    (word) =>
      word.length >= 4 &&
      registrableDomain(host)
        .replace(/[^a-z0-9]/g, '')
        .includes(word),
  );

/** Notes as the whole body of a request: in a shell that is certain, in a program they may be one value of them. */
function talkSeverity({ value: { source, position, sink, path }, unit }: Flow): Severity {
  if (position !== 'body' || sink.destination === null) return 'MEDIUM';
  const isState = source.class === 'memory' && STATE.test(source.label);
  if (isState && !isShadyOrigin(sink.destination.origin)) return 'HIGH';
  return (unit.lang === 'shell' && !isOneLine(path[0])) || isShadyOrigin(sink.destination.origin) ? 'CRITICAL' : 'HIGH';
}

/** What a tool keeps for itself beside the notes; notes are written in words. */
const STATE = /\/[^/]+\.(?:json|ya?ml|toml|lock)$/i;

/** `grep -m1 Name: notes.md`, `jq -r .id notes.json`: one value of the notes, and not the notes. */
function isOneLine(source: Span | undefined): boolean {
  if (source === undefined) return false;
  const { view, start, end } = source;
  const until = view.text.indexOf('\n', end);
  return ONE_VALUE.test(view.text.slice(view.text.lastIndexOf('\n', start) + 1, until === -1 ? undefined : until));
}
const ONE_VALUE = /\bgrep\s(?:-\w+\s)*-\w*m\s?1\s|\bjq\s+-r\s+(['"]?)\.\w+(?:\s*\/\/\s*\w+)?\1\s/;

/** `?authorization=` with the key and a signature in one code: how services that sign their addresses want it. */
const isSignedAddress = (value: Flow['value']): boolean =>
  value.position === 'query' &&
  issuerOf(value.source.label) === undefined &&
  isPlainService({ ...value, isEncoded: false });

const isPlainService = ({ sink, isEncoded }: Flow['value']): boolean =>
  sink.destination !== null &&
  (sink.destination.scheme === 'https' || sink.destination.scheme === 'wss') &&
  !isShadyOrigin(sink.destination.origin) &&
  !isEncoded;

/** Calls and commands that take a settings file apart: what is used afterwards is one value of it, not the file. */
const PARSES =
  /(?:^|\.)(?:json\.loads?|JSON\.parse|yaml\.(?:safe_)?load|tomllib\.loads?|toml\.loads?|load_dotenv|dotenv_values|dotenv\.\w+|configparser\.\w+|split|splitlines|partition|findall|search|match)$/;
const PICKS = /^(?:jq|yq|grep|sed|awk|cut|source|\.|xargs|dotenv|direnv)$/;

const isUsersOwn = ({ sink, isEncoded }: Flow['value']): boolean =>
  (sink.destination === null || sink.destination.host === '') &&
  (!isEncoded || sink.label === 'git push') &&
  sink.class !== 'dns';

const isOwnRepository = (value: Flow['value']): boolean => value.sink.label === 'git push' && isUsersOwn(value);

/** In a command that a program puts together nobody can tell the body from the rest. */
const isTyped = ({ unit }: Flow): boolean => unit.lang === 'shell' && !PROGRAMS.has(outermost(unit).lang);
const PROGRAMS: ReadonlySet<Language> = new Set<Language>(['python', 'javascript', 'typescript']);
const outermost = (unit: Unit): Unit => (unit.within === null ? unit : outermost(unit.within));

function isSettingsUse(flow: Flow, facts: Facts): boolean {
  const { value } = flow;
  // The user's own repository, or an address out of the user's own settings.
  if (isUsersOwn(value) && !isGuardedFile(value.source.label) && isTakenApart(value, facts)) return true;
  const isKnown = issuerAt(value.sink.destination?.host ?? '') !== undefined && !value.isEncoded;
  // What a service nobody knows is sent anywhere but in the place of a login is the file.
  const isService = isKnown || (isPlainService(value) && (value.position === 'auth' || value.position === 'query'));
  const isOthers = classifyPath(value.source.label) === 'token-file' && !isKnown;
  return isService && !isOthers && !isGuardedFile(value.source.label) && isTakenApart(value, facts);
}

/** One token out of the file of a cloud, shown as a login at an address that the caller of the function gives. */
const isPickedLogin = ({ value }: Flow, facts: Facts): boolean =>
  classifyPath(value.source.label) === 'cloud-credential' &&
  value.position === 'auth' &&
  isUsersOwn(value) &&
  isTakenApart(value, facts);

/** `~/.config/shop/credentials.json` at `api.shop.example`: what a service gave, given back to it piece by piece. */
const isOwnFile = ({ value }: Flow, facts: Facts): boolean =>
  isPlainService(value) &&
  !isGuardedFile(value.source.label) &&
  isTakenApart(value, facts) &&
  foldersOf(value.source.label).includes(registrableDomain(value.sink.destination?.host ?? '').split('.')[0] ?? '');

/**
 * `~/.config/tidynotes/.env` of the skill `tidynotes`: what the user gave to this very skill, used piece by piece. The files of
 * agents and of other tools do not become the skill's own by its name.
 */
const isOwnSettings = ({ value }: Flow, facts: Facts): boolean => {
  const folder = OWN_SETTINGS.exec(value.source.label.toLowerCase())?.[1] ?? '';
  return (
    folder.length >= OWN_SETTINGS_CHARS_MIN &&
    facts.about.name.toLowerCase().startsWith(folder) &&
    !AGENTS.test(folder) &&
    isPlainService(value) &&
    !isGuardedFile(value.source.label) &&
    classifyPath(value.source.label) !== 'token-file' &&
    isTakenApart(value, facts)
  );
};

/** By the name of the file, of its folder or of the part of it: what was given to this skill, or by this service. */
const isOwnPart = (flow: Flow, facts: Facts): boolean =>
  isOwnFile(flow, facts) || isOwnSettings(flow, facts) || isOwnSection(flow, facts);

/**
 * `settings.skills.tidynotes.apiKey` of the skill `tidynotes`, `providers.acme` at acme.example: one part of the settings of an
 * agent, by the name of the skill or of the service. The part of a service that everybody knows is that service's alone.
 */
const isOwnSection = ({ value }: Flow, facts: Facts): boolean => {
  const fields = (value.source.fields ?? []).map((field) => field.toLowerCase());
  const service = registrableDomain(value.sink.destination?.host ?? '').split('.')[0] ?? '';
  const name = facts.about.name.toLowerCase().replace(/\s+/g, '-');
  const isSkills = name.length >= OWN_SETTINGS_CHARS_MIN && issuerOf(name) === undefined && !AGENTS.test(name);
  return (
    isPlainService(value) &&
    fields.some(
      (field) =>
        (isSkills && field === name) ||
        (service.length >= 3 && `-${field.replace(/[^a-z0-9]+/g, '-')}-`.includes(`-${service}-`)),
    )
  );
};
const OWN_SETTINGS = /^~\/\.(?:config\/)?([\w-]+)\/[\w.-]+$/;
const OWN_SETTINGS_CHARS_MIN = 6;
const AGENTS =
  /^(?:openclaw|clawd|claude|codex|cursor|gemini|copilot|windsurf|continue|docker|github|gcloud|config|local|agents?)/;

const foldersOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('/')
    .slice(0, -1)
    .map((folder) => folder.replace(/^\./, ''))
    .filter((folder) => folder.length >= OWN_FOLDER_CHARS_MIN);
const OWN_FOLDER_CHARS_MIN = 4;

/** The file the secret is read in also takes such files apart, or everything goes to where the user's work goes anyway. */
function isTakenApart({ path: [source], sink }: Flow['value'], facts: Facts): boolean {
  if (sink.label === 'git push') return true;
  if (source === undefined) return false;
  const { file } = source.view;
  return (
    facts.in(file, 'call').some((call) => PARSES.test(call.value.callee)) ||
    facts.in(file, 'command').some((command) => PICKS.test(command.value.program))
  );
}

/** Files that hold the logins of many services, shown as one login to a service nobody knows. */
const STORES = /(?:^|\/)\.(?:env(?:\.[\w-]+)?|netrc|npmrc|pypirc|git-credentials)$/;

const isWholeStore = ({ value }: Flow, facts: Facts): boolean =>
  value.source.class === 'secret-file' &&
  STORES.test(value.source.label) &&
  (value.sink.destination?.host ?? '').includes('.') &&
  issuerAt(value.sink.destination?.host ?? '') === undefined &&
  !isTakenApart(value, facts);

/** Sessions go along with requests of those who are signed in; as a body, to a place that nothing speaks of, they are given away. */
const isSessionAtWork = ({ value: { source, sink, position } }: Flow, { about }: Facts): boolean =>
  source.class === 'browser' &&
  source.label.startsWith('the session of') &&
  (position !== 'body' || !sink.destination?.host.includes('.') || about.declaredHosts.has(sink.destination.host));

/** The token that the service of a machine gave, shown to the same service. */
const isGivenBack = ({ value: { source, sink } }: Flow): boolean =>
  source.class === 'metadata-service' && source.label.includes(`//${sink.destination?.host || '\n'}/`);

const toFinding = (flow: Flow, facts: Facts): RawFinding => ({
  at: flow.span,
  severity: severityOf(flow, facts),
  confidence: 'firm',
  note: `${flow.value.source.label} goes to ${flow.value.sink.destination?.host || 'an address made at run time'}.`,
  related: stages(flow),
  ...(flow.value.isEncoded && !isOwnRepository(flow.value) && severityOf(flow, facts) !== 'HIGH'
    ? { modifiers: ['+encoded'] as const }
    : {}),
});

export const secretExfiltration = {
  id: 'EXF-01',
  title: 'Sends a secret to the network',
  question: 'Does a secret source reach a network sink?',
  category: 'EXF',
  family: 'code-taint',
  severity: 'CRITICAL',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-200', 'CWE-522', 'OWASP-LLM02'],
  why: 'A key that has left the machine is lost; everything it opens is open.',
  fix: 'Send a credential only to the service it belongs to, in its authentication header, and declare that host.',
  looksAt:
    'Follows keys, credential files, stores and named secrets through variables, functions, files, encoders and scripts to anything that sends.',
  blindTo: 'Data that leaves through a channel nobody modelled, or a helper in a package.',
  falseAlarms:
    "APIs that want their key in the body or query: low when the host shares the variable's brand or is declared.",
  since: '2026.11',
  check: (facts) => [
    ...leaving(
      facts,
      'secret-file',
      'named-secret',
      'keychain',
      'wallet',
      'browser',
      'metadata-service',
      'conversation',
      'memory',
    )
      .filter((flow) => !isSessionAtWork(flow, facts) && !isGivenBack(flow))
      .filter((flow) => !isOwnKeyUse(flow, facts.about) || isWholeStore(flow, facts))
      .map((flow) => toFinding(flow, facts)),
    ...lostSecrets(facts),
  ],
} satisfies Rule;
