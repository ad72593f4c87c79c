/** Loaded by every test worker: modules are resolved without disk access, which also spares reporting each import to the main process. */
import '@assay/audit/own-sources';
