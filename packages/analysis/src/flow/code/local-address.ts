import type { CallModel } from './call-site.ts';
import { type CodeValue, text } from './code-value.ts';

const LOCAL = /^file:(?:\/\/)?/;

/** `Path("notes.txt").as_uri()`: the address of a file of this machine. */
export const asAddress: CallModel = ({ receiver }) =>
  receiver.text === null ? undefined : { ...text(`file://${receiver.text}`), taints: receiver.taints };

/** The file that such an address leads to; whoever asks for it asks nobody else. */
export const localFile = (address: CodeValue | undefined): CodeValue | undefined =>
  address?.text != null && LOCAL.test(address.text) ? { ...address, text: address.text.replace(LOCAL, '') } : undefined;
