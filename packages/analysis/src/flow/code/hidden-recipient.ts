import type { CallSite } from './call-site.ts';
import type { CodeValue } from './code-value.ts';
import { isPaymentAddress } from './payment.ts';

/** Functions that pay somebody, or make out of a text the address that is paid. */
const PAYS =
  /(?:^|\.)(?:getAddress|toChecksumAddress|to_checksum_address|PublicKey|transfer|transferFrom|safeTransfer|sendTransaction|send_transaction|sendPayment)$/;
const MAILS = /(?:^|\.)(?:sendmail|send_message|sendMail)$/;
const MAILBOX = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;

/** A recipient that is written nowhere and comes out of an encoding: who is paid, or gets the mail, is kept from the reader. */
export function noteHiddenRecipient(site: CallSite): void {
  const isPaid = PAYS.test(site.callee);
  if (!isPaid && !MAILS.test(site.callee)) return;
  const { analysis, unit, span } = site;
  for (const by of hiddenTexts(site)) {
    if (isPaid && isPaymentAddress(by)) analysis.recorder.add('replacement', { name: 'who is paid', by }, unit, span);
    else if (!isPaid && MAILBOX.test(by))
      analysis.recorder.add('policy', { effect: 'open-door', text: `Mail also goes to ${by}` }, unit, span);
  }
}

const withParts = (value: CodeValue): CodeValue[] => [
  value,
  ...(value.items ?? []),
  ...(value.entries?.values() ?? []),
];

const hiddenTexts = ({ args, named, unit }: CallSite): string[] =>
  [...args, ...named.values()]
    .flatMap(withParts)
    .filter(({ isDecoded }) => isDecoded)
    .flatMap(({ text }) => (text === null ? [] : [text.trim()]))
    .filter((text) => !unit.span.view.text.includes(text));
