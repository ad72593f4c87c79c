import { lineAround, wordsOf } from '@assay/analysis/bundle/decode/view';
import { issuerAt, issuerOf } from '@assay/analysis/models/names/issuer';
import { registrableDomain } from '@assay/analysis/models/origins/origin';
import { classifyPath, isSecretByShape } from '@assay/analysis/models/paths/path-class';
import type { Facts, Severity } from '@assay/analysis/types';
import { type Flow, isGuardedFile } from '../flow.facts.ts';
import { isNamedService, isPlainService, isUsersOwn } from './destination.ts';

/** What makes a file of keys in a request a question for a reader, and no proof. */
const QUESTIONS: readonly ((flow: Flow, facts: Facts) => boolean)[] = [
  isSettingsUse,
  isOwnFile,
  isOwnSettings,
  isOwnSection,
  isGuessedFile,
  isPickedLogin,
  isHookToken,
  isAnnounced,
  isPlainSetting,
  isServedInManual,
];

export const fileSeverity = (flow: Flow, facts: Facts): Severity =>
  QUESTIONS.some((isQuestion) => isQuestion(flow, facts)) ? 'HIGH' : 'CRITICAL';

/** Calls and commands that take a settings file apart: what is used afterwards is one value of it, not the file. */
const PARSES =
  /(?:^|\.)(?:json\.loads?|JSON\.parse|yaml\.(?:safe_)?load|tomllib\.loads?|toml\.loads?|load_dotenv|dotenv_values|dotenv\.\w+|configparser\.\w+|split|splitlines|partition|findall|search|match)$/;
const PICKS = /^(?:jq|yq|grep|sed|awk|cut|source|\.|xargs|dotenv|direnv)$/;

function isSettingsUse(flow: Flow, facts: Facts): boolean {
  const { value } = flow;
  // The user's own repository, or an address out of the user's own settings.
  const isOwnPlace = isUsersOwn({ ...value, isEncoded: false }) && !isGuardedFile(value.source.label);
  if (isOwnPlace && (isTakenApart(value, facts) || !MAILS.test(value.sink.label))) return true;
  const isKnown = issuerAt(value.sink.destination?.host ?? '') !== undefined && !value.isEncoded;
  // What a service nobody knows is sent anywhere but in the place of a login is the file.
  const isService = isKnown || (isPlainService(value) && (value.position === 'auth' || value.position === 'query'));
  const isOthers = classifyPath(value.source.label) === 'token-file' && !isKnown;
  return isService && !isOthers && !isGuardedFile(value.source.label) && isTakenApart(value, facts);
}

/** To whom a letter goes is seldom a setting. */
const MAILS = /mail|smtp|mutt/i;

/** One token out of the file of a cloud, shown as a login at an address that the caller of the function gives. */
function isPickedLogin({ value }: Flow, facts: Facts): boolean {
  const isLogin = classifyPath(value.source.label) === 'cloud-credential' && value.position === 'auth';
  return isLogin && isUsersOwn(value) && isTakenApart(value, facts);
}

/**
 * One of the settings or logins of a tool at a service that the first page names: whoever installs the skill has been told who it works with.
 * What opens machines and money is announced to nobody, and no service has a use for all of somebody's logins.
 */
function isAnnounced({ value, file }: Flow, facts: Facts): boolean {
  const { about } = facts;
  const domain = registrableDomain(value.sink.destination?.host ?? '');
  return (
    file !== about.entry &&
    isPlainService(value) &&
    !isGuardedFile(value.source.label) &&
    about.told.domains.has(domain) &&
    isTakenApart(value, facts)
  );
}

/**
 * The home folder shown by a server of files, on a page besides the entry: how that is done is what people look up there, and nobody is named
 * who would come.
 */
function isServedInManual({ value, file }: Flow, facts: Facts): boolean {
  const isLedOut = facts.in(file, 'command').some(({ value: { program } }) => TUNNELS.test(program));
  return value.sink.isShown === true && /(?<!(?:^|\/)SKILL)\.mdx?$/i.test(file) && !isLedOut;
}
const TUNNELS = /^(?:cloudflared|ngrok|bore|frpc|chisel|lt|localtunnel|tailscale|autossh|serveo)$/;

/** `hooks.token` as the `webhook_token` of a service: whoever is to call is told the word by which it is let in. */
function isHookToken({ value, span }: Flow): boolean {
  const [source] = value.path;
  const isHook = source !== undefined && /\bhooks?\.(?:token|secret)\b/i.test(lineAround(source));
  const sent = wordsOf(span);
  return isHook && isPlainService(value) && /hook_?(?:token|secret)\b/i.test(sent);
}

/** `~/.config/shop/credentials.json` at `api.shop.example`: what a service gave, given back to it piece by piece. */
function isOwnFile({ value }: Flow, facts: Facts): boolean {
  const service = registrableDomain(value.sink.destination?.host ?? '').split('.')[0] ?? '';
  const isParted = isPlainService(value) && !isGuardedFile(value.source.label) && isTakenApart(value, facts);
  return isParted && foldersOf(value.source.label).includes(service);
}

/**
 * `~/.config/tidynotes/.env` of the skill `tidynotes`: what the user gave to this very skill, used piece by piece. The files of
 * agents and of other tools do not become the skill's own by its name.
 */
function isOwnSettings({ value }: Flow, facts: Facts): boolean {
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
}

/**
 * `settings.skills.tidynotes.apiKey` of the skill `tidynotes`, `providers.acme` at acme.example: one part of the settings of an
 * agent, by the name of the skill or of the service. The part of a service that everybody knows is that service's alone.
 */
function isOwnSection({ value }: Flow, facts: Facts): boolean {
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
}
/** `settings.agents.main.model`: of a file of settings and keys one that opens nothing. What stands at the top may hold all the others. */
function isPlainSetting({ value }: Flow): boolean {
  const fields = value.source.fields ?? [];
  return fields.length >= 2 && isPlainService(value) && PLAIN_SETTING.test(fields.at(-1) ?? '');
}
const PLAIN_SETTING =
  /(?:^|_|[a-z](?=[A-Z]))(?:name|model|mode|status|title|description|created_?at|updated_?at|region|theme|type)$/i;
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

/** A file that is a key by how it is called alone, in a folder of a tool that nobody here knows. */
function isGuessedFile({ value }: Flow): boolean {
  return (
    isSecretByShape(value.source.label) && foldersOf(value.source.label).every(isUnknownTool) && isNamedService(value)
  );
}
const isUnknownTool = (folder: string): boolean => issuerOf(folder) === undefined && !AGENTS.test(folder);

/** The file the secret is read in also takes such files apart, or everything goes to where the user's work goes anyway. */
export function isTakenApart({ path: [source], sink }: Flow['value'], facts: Facts): boolean {
  if (sink.label === 'git push') return true;
  if (source === undefined) return false;
  const { file } = source.view;
  return (
    facts.in(file, 'call').some((call) => PARSES.test(call.value.callee)) ||
    facts.in(file, 'command').some((command) => PICKS.test(command.value.program))
  );
}
