/** The engine itself failed. Never a verdict, and never SAFE. A file of its own: who only catches it loads no engine. */
export class AuditFault extends Error {
  override readonly name = 'AuditFault';
}
