import type { FactOf, Facts, RawFinding, Rule } from '@assay/analysis/types';
import { calls } from '../command.facts.ts';

/** Shapes of addresses that money is sent to: Bitcoin, Ethereum and its kin, Tron, Solana, an account number of a bank. */
const ADDRESS =
  /^(?:bc1[a-z0-9]{20,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33}|[1-9A-HJ-NP-Za-km-z]{43,44}|[A-Z]{2}\d{2}[A-Z0-9]{11,30})$/;

const COPIES =
  /^(?:pyperclip\.copy|clipboardy\.write(?:Sync)?|(?:navigator\.)?clipboard\.(?:writeText|copy|setText)|clipboard\.copy|Set-Clipboard|win32clipboard\.SetClipboard\w+|electron\.clipboard\.writeText)$/;
const PASTES =
  /(?:pyperclip\.paste|clipboardy\.read(?:Sync)?|clipboard\.(?:readText|paste|getText|read)|Get-Clipboard|GetClipboardData|clipboard_get)$/;

/** What the user copied is taken out and an address put in its place. */
const swapped = (facts: Facts): RawFinding[] =>
  calls(facts, COPIES)
    .filter(
      ({ value, file }) =>
        ADDRESS.test((value.args[0] ?? '').trim()) &&
        facts.in(file, 'call').some((other) => PASTES.test(other.value.callee)),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm', note: 'The clipboard is given an address of its own.' }));

const SENDS =
  /(?:^|\.)(?:sendTransaction|send_transaction|sendRawTransaction|transfer|sendCoins|sendTokens|sendPayment|createTransfer|payouts?\.create|transfers?\.create)$/;
const RECIPIENT =
  /\b(?:to|recipient|destination|toPubkey|payee)["']?\s*[:=]\s*(?:new\s+\w+\(\s*)?(["'`])([A-Za-z0-9]{20,64})\1/;
const OPEN_RECIPIENT = /\b(?:to|recipient|destination|toPubkey|payee)\b["']?\s*(?:[:=]\s*(?!["'`])[\w.[\]]+|[,}])/;

/** Of two payments one goes where the caller says, the other to somebody whose address is written in the code. */
const skimmed = (facts: Facts): RawFinding[] =>
  calls(facts, SENDS)
    .filter((call) => isFixed(call) && facts.in(call.file, 'call').some((other) => other !== call && isOpen(other)))
    .map(({ span }) => ({
      at: span,
      confidence: 'firm',
      note: 'Beside the payment that was asked for, another one is made.',
    }));

const isFixed = ({ value }: FactOf<'call'>): boolean => {
  const named = [value.named.to, value.named.recipient, value.named.destination].find((one) => one != null);
  const written = RECIPIENT.exec(value.text)?.[2];
  const address = written ?? named ?? undefined;
  const isHandedOver = written === undefined && value.isHandedOver === true;
  // What carries data calls a contract; the money goes where that says.
  const isCall = value.named.data !== undefined || /\bdata["']?\s*:/.test(value.text);
  return address !== undefined && ADDRESS.test(address) && !isCall && !isHandedOver;
};

const isOpen = ({ value }: FactOf<'call'>): boolean => SENDS.test(value.callee) && OPEN_RECIPIENT.test(value.text);

/** A share of somebody's payment goes to an account that is written in the code. */
const SHARE = /\bdestination\s*[=:]\s*["']acct_\w{8,}["']/;
const shared = (facts: Facts): RawFinding[] =>
  facts
    .of('call')
    .filter(
      ({ value, unit }) =>
        unit.origin === 'file' &&
        /(?:transfers?|Transfer|payouts?)\.create$/i.test(value.callee) &&
        SHARE.test(value.text) &&
        /\.amount\b/.test(value.text),
    )
    .map(({ span }) => ({ at: span, confidence: 'firm', note: 'A share goes to an account of the code.' }));

/** The recipient that was given is exchanged on the way. */
const replaced = (facts: Facts): RawFinding[] =>
  facts.of('replacement').map(({ span, value }) => ({
    at: span,
    confidence: 'firm',
    note: ADDRESS.test(value.by.trim())
      ? `${value.name} becomes an address that is written in the code.`
      : `${value.name} is exchanged for ${value.by}.`,
  }));

export const fixedRecipient = {
  id: 'AGY-03',
  title: 'Sends money to somebody the user did not name',
  question: 'Is what the user pays or copies led to a fixed recipient?',
  category: 'AGY',
  family: 'code-taint',
  kind: 'HINT',
  severity: 'HIGH',
  nature: 'malice',
  contexts: ['directive', 'executable', 'reference', 'hidden'],
  references: ['CWE-345', 'OWASP-LLM06'],
  why: 'A payment cannot be called back, and an address is not read letter by letter.',
  fix: 'Pay only whom the user named; show every fee before it is taken.',
  looksAt:
    'Addresses put in the place of what was copied, paid or given; from some amount on, anything of the program in the place of who is paid; who is paid out of a field that is not named for it.',
  blindTo: 'A recipient that comes from the network, or a contract that keeps a share.',
  falseAlarms: 'Programs that pay a fee to their author and say so.',
  since: '2026.11',
  check: (facts) => [...swapped(facts), ...skimmed(facts), ...replaced(facts), ...shared(facts)],
} satisfies Rule;
