/** Why sealing or verification failed. A closed set, so that a caller can tell a forgery from a policy violation. */
const SEAL_ERROR_CODES = {
  malformed: 'The sealed document does not have the expected shape.',
  wrong_payload_type: 'The envelope contains another type of payload.',
  unknown_key: 'No signature is from a key in the trusted set.',
  bad_signature: 'A signature by a trusted key does not fit these bytes.',
  bad_key: 'This is not a usable Ed25519 key.',
  already_signed: 'The object already has a signature member.',
  bad_path: 'A file path is empty, holds a NUL or is not well-formed Unicode.',
  duplicate_path: 'Two subjects or files have the same name.',
  entry_missing: 'The entry is not one of the files.',
} as const;
export type SealErrorCode = keyof typeof SEAL_ERROR_CODES;

export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code: SealErrorCode;
  constructor(code: SealErrorCode, options?: ErrorOptions) {
    super(SEAL_ERROR_CODES[code], options);
    this.code = code;
  }
}
