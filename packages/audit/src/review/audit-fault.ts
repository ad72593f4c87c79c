/**
 * The engine itself failed. This is never a verdict and never SAFE. The class has its own file, so that code that
 * catches it does not load the engine.
 */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}
