// Ends with 0 while the process is ready. A process without the role api answers on STATUS_PORT.
const port = process.env.ASSAY_ROLES?.split(',').includes('api') === false ? process.env.STATUS_PORT : process.env.PORT;
const answer = await fetch(`http://127.0.0.1:${port ?? 8080}/readyz`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => undefined,
);
process.exit(answer?.ok ? 0 : 1);
