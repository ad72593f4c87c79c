/** The application: platform, modules and HTTP server, and the order in which they start and stop. */
import { setTimeout as delay } from 'node:timers/promises';
import { openProcessChain } from './chain-of-process.ts';
import { composeModules } from './compose.ts';
import { composeAudit } from './compose-audit.ts';
import { composeEntryPoints } from './compose-entry-points.ts';
import { composePlatform, type Outside, type Platform } from './compose-platform.ts';
import type { Config } from './config.ts';
import { composeOperations } from './modules/operations/compose.ts';
import { createTelemetry } from './platform/telemetry/index.ts';
import { createWorker, stopInOrder } from './start-stop.ts';
import { createStatusPort } from './status-port.ts';

export function composeApp(config: Config, outside: Outside) {
  const composed = composePlatform(config, outside);
  const { platform, connect } = composed;
  const chain = openProcessChain(config, platform);
  const engine = outside.audit ?? composeAudit({ givesWay: config.reviewsGiveWay });
  const { audit } = engine;
  const modules = composeModules(config, composed, {
    chain,
    engine,
    genesis: outside.genesis,
    readingThreads: outside.readingThreads,
    checkpointMemory: outside.checkpointMemory,
  });
  connect(modules);
  composeOperations(platform, { models: config.models, checkWorld: modules.world.health });
  const entryPoints = composeEntryPoints({ config, outside, platform, modules, chain, audit });
  const {
    accounts,
    submissions,
    webhooks,
    transparency,
    trust,
    payments,
    ledger,
    validators,
    council,
    monitoring,
    registry,
    plugins,
    rpc,
  } = modules;
  const parts = [
    entryPoints,
    accounts,
    modules.certificates,
    submissions,
    webhooks,
    transparency,
    trust,
    payments,
    ledger,
    validators,
    council,
    monitoring,
    plugins,
    rpc,
    { repeating: modules.world.repeating },
    modules.whatIf,
    modules.marketplace,
    modules.abuse,
  ];
  const worker = createWorker(platform.jobs, parts);
  const { certificates, reads } = modules.certificates;
  const { world } = modules.world;
  const { http, demonstration, stream } = entryPoints;
  const status = createStatusPort(http);
  const telemetry = openTelemetry(config, outside, platform);
  const isWorker = config.roles.includes('worker');

  return {
    certificates,
    flagBonds: modules.certificates.flagBonds,
    reads,
    credentials: modules.credentials,
    demonstration,
    trustRoots: trust.roots,
    transparency,
    chain,
    payments,
    monitoring,
    validators,
    plugins,
    lifecycle: submissions.lifecycle,
    models: submissions.models,
    world,
    whatIf: modules.whatIf.whatIf,
    payOutDue: modules.marketplace.payOutDue,
    purse: modules.purse.purse,
    inTransaction: platform.inTransaction,
    bound: entryPoints.routes,
    http,
    async start(): Promise<void> {
      await trust.roots.open();
      telemetry?.start();
      platform.bus.start();
      stream.publisher.start();
      reads.start();
      await modules.world.start();
      if (isWorker) await worker.start();
    },
    /** Starts to accept requests. */
    async listen(): Promise<void> {
      if (config.roles.includes('api')) await http.listen({ host: config.host, port: config.port });
      else if (config.statusPort !== undefined) {
        const port = await status.listen({ host: config.host, port: config.statusPort });
        platform.log.info({ port }, 'health checks ready');
      }
      if (chain.hasChain) chain.start();
      if (isWorker) registry.start();
    },
    /**
     * Fails readiness first, drains requests, and then stops the workers behind them, so that every accepted request
     * completes.
     */
    async stop({ limitMs = Number.POSITIVE_INFINITY } = {}): Promise<void> {
      entryPoints.close();
      if (config.drainMs > 0) await delay(config.drainMs);
      const steps = [
        { name: 'status', run: status.close },
        // The demonstration learns of the stop before `http` ends the threads that it uses.
        {
          name: 'http',
          run: () => Promise.all([demonstration.stop(), http.close()]),
          onLate: () => http.server.closeAllConnections(),
        },
        { name: 'workers', run: worker.stop },
        { name: 'engine', run: engine.stop },
        { name: 'jobs', run: () => platform.jobs.stop() },
        { name: 'registry', run: () => registry.stop() },
        { name: 'world', run: () => modules.world.stop() },
        { name: 'chain', run: () => chain.stop() },
        { name: 'stream', run: () => stream.publisher.stop() },
        { name: 'reads', run: () => reads.stop() },
        { name: 'bus', run: () => platform.bus.stop() },
        { name: 'telemetry', run: () => telemetry?.stop() },
      ];
      await stopInOrder(steps, { limitMs, log: platform.log });
    },
  };
}

/** Undefined unless the operator configured a collector. */
function openTelemetry(config: Config, { version }: Outside, { metrics, clock, log }: Platform['platform']) {
  const { telemetryUrl: endpoint, telemetryHeaders: headers, telemetryName: serviceName } = config;
  if (endpoint === undefined) return undefined;
  const telemetry = createTelemetry({
    endpoint,
    headers,
    serviceName,
    version,
    readMetrics: metrics.figures,
    clock,
    log,
  });
  metrics.follow(telemetry.onAnswered);
  return telemetry;
}
export type App = ReturnType<typeof composeApp>;
