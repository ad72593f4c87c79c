import { BaseError, HttpRequestError, SocketClosedError, TimeoutError, WebSocketRequestError } from 'viem';

/** No node answered. The outcome is unknown; a later retry is sensible. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}

/** A node answered for another chain than the configured one. Its answers must not be used. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError';
  readonly expectedChainId: number;
  readonly actualChainId: number;

  constructor(expectedChainId: number, actualChainId: number) {
    super(`Expected chain ${expectedChainId}, but the node serves chain ${actualChainId}.`);
    this.expectedChainId = expectedChainId;
    this.actualChainId = actualChainId;
  }
}

const NO_ANSWER = [HttpRequestError, TimeoutError, WebSocketRequestError, SocketClosedError, WrongChainError] as const;

export function isChainUnavailable(error: unknown): boolean {
  if (error instanceof ChainUnavailableError || error instanceof WrongChainError) return true;
  if (!(error instanceof BaseError)) return false;
  return error.walk((cause) => NO_ANSWER.some((kind) => cause instanceof kind)) !== null;
}

/** Runs a chain request. Converts missing answers of any library to ChainUnavailableError. */
export async function askChain<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ChainUnavailableError || !isChainUnavailable(error)) throw error;
    throw new ChainUnavailableError('No node of the configured chain answered.', { cause: error });
  }
}
