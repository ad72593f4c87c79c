/** Delays answers until it is opened, like a process that is suspended right after it received them. */
export function createAnswerGate() {
  const [reached, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = <Question extends unknown[], Found>(ask: (...question: Question) => Promise<Found>) => {
    return async (...question: Question): Promise<Found> => {
      const found = await ask(...question);
      reached.resolve();
      await open.promise;
      return found;
    };
  };
  return { hold, reached: reached.promise, letGo: open.resolve };
}
