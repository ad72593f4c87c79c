import type { CallModel } from './call-site.ts';
import { type CodeValue, text } from './code-value.ts';

const LOCAL = /^file:(?:\/\/)?/;

/** `Path("notes.txt").as_uri()`: the URL of a local file. */
export const asAddress: CallModel = ({ receiver }) =>
  receiver.text === null ? undefined : { ...text(`file://${receiver.text}`), taints: receiver.taints };

/** The local file of such a URL. A request for it stays on this machine. */
export const localFile = (address: CodeValue | undefined): CodeValue | undefined =>
  address?.text != null && LOCAL.test(address.text) ? { ...address, text: address.text.replace(LOCAL, '') } : undefined;
