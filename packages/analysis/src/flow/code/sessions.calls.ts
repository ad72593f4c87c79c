import { normalisePath } from '../../models/paths/path-class.ts';
import { rowsOf, tableOf } from '../../models/table.ts';
import { taintAt } from '../value.ts';
import type { CallModel } from './call-site.ts';
import { withTaints } from './code-value.ts';

const DRIVER = /\b(?:playwright|puppeteer|selenium|webdriver|patchright|nodriver|pyppeteer)\b/;

/** Calls that return the whole session of an automated browser, including the sign-ins of the user. */
const session: CallModel = (site) => {
  if (!DRIVER.test(site.unit.span.view.text)) return undefined;
  const taint = taintAt('browser', SESSION, site.span);
  const path = site.args[0]?.entries?.get('path') ?? site.named.get('path');
  if (path?.text != null) site.session.files.set(normalisePath(path.text), withTaints([taint]));
  return withTaints([taint]);
};
const SESSION = 'the session of a driven browser';

export const SESSION_METHODS: ReadonlyMap<string, CallModel> = tableOf<CallModel>(
  rowsOf(session, 'storageState storage_state cookies get_cookies getCookies'),
);
