/** Selects the command and loads only the modules that it needs. */
const USAGE = `Usage: npm run server -- [command]

  (none)            start the service
  config            print the configuration in force, secrets left out
  config check      name every problem of the configuration; ends with 1 when there is one
  chain deploy      create the registry of certificates on the network of CHAIN_RPC_URL and print its REGISTRY_ADDRESS
  faucet ADDRESS    give a wallet test USDC and gas money on the embedded chain of the running service
  keys rotate [--at-once]  make a new signing key: announced now, signing in 15 minutes, the old one believed a day longer;
                    --at-once if the old key may be compromised: it ends now. Works while the service runs
  log reopen ORIGIN REASON  let the transparency log sign again, under a name it never had, after a database older than what was
                    published was restored; the reason is kept for ever. Also beside a running service
  operator list | add NAME --role=ROLE [--sign-in=VALUE] | new-key NAME | remove NAME
                    operators by name with the role reader, reviewer or administrator; a key is printed once. Also beside a running
                    service
  ledger-verify     walk the ledger's hash chain and say whether any row was changed, removed or slipped in
  audit-log-verify  the same for the audit log
  world verify      live the agent world again from its oldest kept state and say whether every hash is as recorded
  world resume [HOUR REASON [--set-aside=NUMBER,NUMBER]]  say why the world stands still; with the hour of that report and a
                    reason, let it go on, without the inputs of these numbers. Also beside a running service
  replay SUBMISSION review the stored bytes again, draw its panels again, and say whether both come out as recorded
  canaries-import DIR  take test cases into the database, one folder each with its case.json, and say how many there are for
                    calibrations and as canaries: "use" in case.json says for which, else chance
  backup PATH [--keep=NUMBER]  write database and keys, encrypted with BACKUP_PASSPHRASE, to a new file, or to one named by the time
                    in a folder, of which the newest NUMBER are kept. Also beside a running service
  verify-backup FILE  read a backup to its end and say what is in it
  restore FILE      put a backup into an empty DATA_DIR or an empty database
  help              print this text

The verify commands, replay and canaries-import need the database for themselves when it is the embedded one: stop the service first.
`;

async function run([command, argument, ...options]: readonly string[]): Promise<void> {
  const [option] = options;
  switch (command) {
    case undefined:
      return startService();
    case 'config':
      if (argument === undefined) return printConfig();
      if (argument === 'check') return checkConfig();
      return refuse('Usage: config [check]');
    case 'chain':
      if (argument !== 'deploy') return refuse('Usage: chain deploy');
      return deployRegistry();
    case 'faucet':
      if (argument === undefined) return refuse('The wallet address is missing.');
      return askFaucet(argument);
    case 'keys':
      if (argument !== 'rotate' || (option !== undefined && option !== '--at-once'))
        return refuse('Usage: keys rotate [--at-once]');
      return (await loadInspections()).rotateKeys(option === '--at-once');
    case 'log':
      if (argument !== 'reopen' || option === undefined || options[1] === undefined)
        return refuse('Usage: log reopen ORIGIN REASON');
      return (await loadInspections()).reopenLog(option, options[1]);
    case 'operator':
      return manageOperators(argument, options);
    case 'ledger-verify':
      return (await loadInspections()).verifyLedger();
    case 'audit-log-verify':
      return (await loadInspections()).verifyAuditLog();
    case 'world':
      if (argument === 'verify') return (await loadInspections()).verifyWorld();
      if (argument === 'resume') return (await loadInspections()).resumeWorld(options);
      return refuse('Usage: world verify | world resume [HOUR REASON]');
    case 'replay':
      if (argument === undefined) return refuse('Usage: replay SUBMISSION');
      return (await loadInspections()).replay(argument);
    case 'canaries-import':
      if (argument === undefined) return refuse('Usage: canaries-import DIR');
      return (await loadInspections()).importCanaries(argument);
    case 'backup':
    case 'restore':
    case 'verify-backup':
      if (argument === undefined) return refuse(`Usage: ${command} FILE`);
      return (await import('./backup-commands.ts')).runBackupCommand(command, argument, option, await configure());
    case 'help':
      process.stdout.write(USAGE);
      return undefined;
    default:
      return refuse(`Unknown command ${JSON.stringify(command)}.`);
  }
}

async function manageOperators(command: string | undefined, options: readonly string[]): Promise<void> {
  const { parseOperatorCommand } = await import('./operator-commands.ts');
  const asked = parseOperatorCommand(command, options);
  if (typeof asked === 'string') return refuse(asked);
  return (await loadInspections()).manageOperators(asked);
}

async function startService(): Promise<void> {
  const config = await configure();
  await (await import('./serve.ts')).serve(config);
}

/** Rejects an invalid setting before it loads anything else. */
async function configure(overrides: Readonly<Record<string, string>> = {}) {
  const { readConfig } = await import('./config.ts');
  const settings = (await import('./config-file.ts')).readSettings(process.env);
  const { fileNames, env } = { ...settings, env: { ...settings.env, ...overrides } };
  if (env.ASSAY_MODELS?.trim() !== 'auto') return readConfig(env, fileNames);
  const { isServedToOthers } = readConfig({ ...env, ASSAY_MODELS: undefined }, fileNames);
  const { resolveAutoModels } = await import('./discover-models.ts');
  return readConfig(await resolveAutoModels(env, isServedToOthers), fileNames);
}

async function loadInspections() {
  const config = await configure();
  return (await import('./inspect.ts')).inspectionsOf(config);
}

async function printConfig(): Promise<void> {
  const { redactConfig } = await import('./config.ts');
  process.stdout.write(`${JSON.stringify(redactConfig(await configure()), null, 2)}\n`);
}

async function checkConfig(): Promise<void> {
  const { ConfigError } = await import('./config.ts');
  try {
    await configure();
    process.stdout.write('The configuration is valid.\n');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stdout.write(`${error.problems.join('\n')}\n`);
    process.exitCode = 1;
  }
}

/** Runs before REGISTRY_ADDRESS is known. */
async function deployRegistry(): Promise<void> {
  const { chain, chainPrivateKey: key } = await configure({ REGISTRY_ADDRESS: `0x${'0'.repeat(40)}` });
  if (chain.kind === 'embedded' || key === undefined) return refuse('Set CHAIN_RPC_URL and the settings beside it.');
  const { createChainClient, deployRegistry, privateKeyToAccount } = await import('@assay/chain');
  const address = await deployRegistry({ client: createChainClient(chain), account: privateKeyToAccount(key) });
  process.stdout.write(`REGISTRY_ADDRESS=${address}\n`);
}

/** Calls the running service over HTTP, because that process owns the chain. */
async function askFaucet(address: string): Promise<void> {
  const { host, port } = await configure();
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}/dev/faucet`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ address }) }).catch(
    (cause: unknown) => {
      throw new Error(`Nothing answers at ${url}. Start the service first: npm start`, { cause });
    },
  );
  process.stdout.write(`${await answer.text()}\n`);
  process.exitCode = answer.ok ? 0 : 1;
}

function refuse(reason: string): void {
  process.stderr.write(`${reason}\n\n${USAGE}`);
  process.exitCode = 64;
}

/** Exits non-zero when the command fails. */
export async function runProgram(words: readonly string[]): Promise<void> {
  try {
    await run(words);
  } catch (error) {
    const { explainStart } = await import('./start-errors.ts');
    process.stderr.write(`${explainStart(error)}\n`);
    process.exit(1);
  }
}
