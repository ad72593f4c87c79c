/** Sources that belong to the user: keys, clipboard, screen, browser sessions, typed input and the command line. */
import { classifyPath } from '../../models/paths/path-class.ts';
import { shown, type Taint, taintAt } from '../value.ts';
import { type CallModel, type CallSite, option } from './call-site.ts';
import { type CodeValue, NOTHING, text, withTaints } from './code-value.ts';

export const taint = (site: CallSite, kind: Taint['class'], label: string): CodeValue =>
  withTaints([taintAt(kind, label, site.span)]);

export const keyring: CallModel = (site) => taint(site, 'keychain', shown(site.args[0] ?? NOTHING));
export const clipboard: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'clipboard' }, site.unit, site.span);
  return taint(site, 'clipboard', 'clipboard');
};
export const screen: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'screen' }, site.unit, site.span);
  return taint(site, 'screen', 'screen');
};
/** A number selects a camera. A file name selects a video file. */
export const camera: CallModel = (site) =>
  /^\d+$/.test(site.args[0]?.text ?? '') ? taint(site, 'screen', 'camera') : undefined;

/** A browser that starts with the profile of the user has all sessions of the profile. */
export const browserWith: CallModel = (site) => {
  const folder = option(site, 'userDataDir') ?? option(site, 'user_data_dir') ?? site.args[0] ?? NOTHING;
  if (folder.text === null || classifyPath(folder.text) !== 'browser-store') return undefined;
  return { ...taint(site, 'browser', folder.text), ref: '<browser>' };
};
export const keys: CallModel = (site) => {
  site.analysis.recorder.add('capability', { name: 'device' }, site.unit, site.span);
  const pressed = taint(site, 'keylog', 'pressed keys');
  const heard = [...site.args, ...site.named.values()].flatMap(({ fn }) => (fn === null ? [] : [fn]));
  for (const fn of heard) site.call(fn, [pressed]);
  return heard.length > 0 ? NOTHING : pressed;
};
/** `hook.on('keydown', fn)` of a library that receives every key press of the machine. */
export const keyEvents: CallModel = (site) =>
  /^(?:key(?:down|up|press)|input)$/.test(site.args[0]?.text ?? '') ? keys(site) : undefined;
/** Calls of cloud libraries that return the user's own credentials. */
export const credentials: CallModel = (site) => taint(site, 'secret-file', '~/.aws/credentials');
/** Prompts for the seed phrase or the private key of a wallet. */
const SEED = /\b(?:seed|mnemonic|recovery|secret) ?(?:phrase|words?)|\bprivate key\b|\bmnemonic\b/i;
function answered(site: CallSite): CodeValue {
  const asked = shown(site.args[0] ?? site.named.get('prompt') ?? NOTHING);
  if (SEED.test(asked)) return taint(site, 'wallet', 'what the user was asked for');
  return taint(site, 'user-input', 'typed by the user');
}

/** The call returns the answer or passes it to a callback. */
export const userInput: CallModel = (site) => {
  const answer = answered(site);
  const waiting = site.args.find(({ fn }) => fn !== null)?.fn;
  return waiting == null ? answer : site.call(waiting, [answer]);
};

/** `terminal.question('…', (answer) => …)`, on the terminal object of any library. */
export const questioned: CallModel = (site) =>
  typeof site.args[0]?.text === 'string' && site.args.length <= 3 ? userInput(site) : undefined;

/** The path of an installed program. A call of this path runs the program. */
export const located: CallModel = (site) => {
  const name = shown(site.args[0] ?? NOTHING);
  return /^[A-Za-z][\w.+-]{0,60}$/.test(name) ? text(`/usr/bin/${name}`) : undefined;
};
export const systemInfo: CallModel = (site) => taint(site, 'system-info', site.callee);

export const argumentParser: CallModel = (site) => ({ ...taint(site, 'argv', 'command line'), ref: '<arguments>' });
