/** Selects the command and loads only the modules that it needs. */
const USAGE = `Usage: npm run server -- [command]

  (none)            start the service
  config            print the effective configuration without secrets
  config check      list every problem of the configuration; exits with 1 if there is one
  chain deploy      create the certificate registry on the network of CHAIN_RPC_URL and print its REGISTRY_ADDRESS
  faucet ADDRESS    send test USDC and gas to a wallet, on the embedded chain of the running service
  keys rotate [--at-once]  create a signing key: it is announced now and signs in 15 minutes, and the old key is trusted for one
                    more day. --at-once: the old key may be compromised and ends now. The service may be running
  log reopen ORIGIN REASON  give the log a new name, so that it signs again after you restored a database that is older than the
                    published log. The reason is stored permanently. The service may be running
  operator list | add NAME --role=ROLE [--sign-in=VALUE] | new-key NAME | remove NAME
                    manage named operators with the role reader, reviewer or administrator; a key is printed once. The service may
                    be running
  ledger-verify     verify the ledger's hash chain and report a changed, removed or inserted row
  audit-log-verify  the same for the audit log
  world verify      replay the agent world from its oldest snapshot and compare each hash with the record
  world resume [HOUR REASON [--set-aside=NUMBER,NUMBER]]  report why the world has stopped; with the hour from that report and a
                    reason, resume it without the inputs of these numbers. The service may be running
  world recompute ID  replay the world up to the tick of a what-if question, compute its answer again and compare the hash
  replay SUBMISSION review the stored bytes and draw the panels again, and compare both results with the record
  canaries-import DIR  import test cases, one folder with a case.json for each, and print how many are for calibrations and how many
                    are canaries; "use" in case.json selects the purpose, otherwise it is random
  backup PATH [--keep=NUMBER]  write database and keys, encrypted with BACKUP_PASSPHRASE, to a new file, or to a file named by its time
                    in a folder that keeps the newest NUMBER. The service may be running
  verify-backup FILE  read a whole backup and print its contents
  restore FILE      restore a backup into an empty DATA_DIR or an empty database
  help              print this text

If the database is the embedded one, stop the service before the verify commands, replay and canaries-import.
`;

async function run(words: readonly string[]): Promise<void> {
  const [command, argument, ...options] = words.some((word) => word === '--help' || word === '-h') ? ['help'] : words;
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
      if (argument === 'recompute' && option !== undefined) return (await loadInspections()).recomputeFork(option);
      return refuse('Usage: world verify | world resume [HOUR REASON] | world recompute ID');
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
  const { isPublicService } = readConfig({ ...env, ASSAY_MODELS: undefined }, fileNames);
  const { resolveAutoModels } = await import('./discover-models.ts');
  return readConfig(await resolveAutoModels(env, isPublicService), fileNames);
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
