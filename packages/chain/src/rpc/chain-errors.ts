import { BaseError, HttpRequestError, SocketClosedError, TimeoutError, WebSocketRequestError } from 'viem';

/** No node gave an answer. Nothing is known about what was asked; trying again later is sensible. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}

/** A node answered, but for another chain than the one configured: it must not be believed. */
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

/** Runs a question to the chain; silence becomes one kind of error, whatever library it came from. */
export async function askChain<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ChainUnavailableError || !isChainUnavailable(error)) throw error;
    throw new ChainUnavailableError('No node of the configured chain answered.', { cause: error });
  }
}
