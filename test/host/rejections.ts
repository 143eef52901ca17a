/** Fails the running test for an unhandled rejection, which mocha ignores. */
export const mochaHooks = {
  // In each file, because mocha removes all listeners before.
  beforeAll(): void {
    process.on('unhandledRejection', (reason) => {
      throw reason;
    });
  },
};
