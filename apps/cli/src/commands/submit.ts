import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { COMMON_HELP, parseOptions, parseWord } from './options.ts';

const PRODUCT_TYPES = ['SKILL', 'API', 'SKILL+API', 'TOOL', 'CONTRACT'] as const;

const HELP = `Usage: assay submit DIR|URL [options]

Submits the files of a folder, or a public repository, for a council review. You pay by x402 with the wallet whose key is in
ASSAY_WALLET_KEY or in the file named by --wallet-key. Without a wallet, the command sends the files to learn the price, prints
the payment request and pays nothing.
The command shows the models that will read the content, and who receives it. By paying, you agree to these models only.
The wallet signs only payments in USDC on supported chains, to the recipient in the signed identity of the service; --yes requires a
pinned service. Before payment, the engine checks the files on this machine, and you confirm the price: interactively, or in a script
with --yes and --max-price. If the result of a signed payment is not known, the next run sends the same payment again and signs no
second one.

Options
  --product-type T   skill (default), api, skill+api, tool, contract
  --ref REF          commit, branch or tag of a repository
  --wallet-key FILE  the file that contains the private key as hex
  --max-price USDC   never pay more than this
  --people-only      no model or remote validator reads the content; a person does
  --yes              pay up to --max-price and agree to the shown models without confirmation
  --force            pay even if the pre-check predicts a rejection
  --wait             wait until the review is decided
${COMMON_HELP}
Exit codes: 0 accepted (with --wait: certified), 1 refused, 2 payment required or undecided, 3 nothing to submit, 4 not logged in.
`;

export async function submit(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const own = {
    'product-type': { type: 'string' },
    ref: { type: 'string' },
    'wallet-key': { type: 'string' },
    'max-price': { type: 'string' },
    'people-only': { type: 'boolean' },
    yes: { type: 'boolean' },
    force: { type: 'boolean' },
    wait: { type: 'boolean' },
  } as const;
  const parsed = parseOptions(args, own, { min: 1, max: 1, what: 'submit DIR|URL' });
  if (parsed === undefined) {
    terminal.out(HELP);
    return EXIT.safe;
  }
  const { values } = parsed;
  const [{ connectAsDeveloper }, { runSubmit }, { parseUsdc }] = await Promise.all([
    import('../service/connect.ts'),
    import('./submit.run.ts'),
    import('../wallet/pay-x402.ts'),
  ]);
  const priceMax = values['max-price'] === undefined ? undefined : parseUsdc(values['max-price']);
  if (values['max-price'] !== undefined && priceMax === undefined)
    throw new UsageError('--max-price takes an amount of USDC such as 0.90.');
  if (values.yes && priceMax === undefined)
    throw new UsageError('--yes needs --max-price USDC, because the price is not confirmed interactively.');
  const input = {
    target: parsed.positionals[0] ?? '',
    productType: parseWord('product-type', values['product-type'], PRODUCT_TYPES) ?? 'SKILL',
    ref: values.ref,
    walletKeyFile: values['wallet-key'],
    priceMax,
    isPeopleOnly: values['people-only'] ?? false,
    isConfirmed: values.yes ?? false,
    isForced: values.force ?? false,
    isJson: values.json ?? false,
    isFollowed: values.wait ?? false,
  };
  return runSubmit(input, connectAsDeveloper(terminal, values), terminal);
}
