/** A rejection that nobody handles fails the test that runs: mocha leaves it to others, and there are none. */
export const mochaHooks = {
  // Before the tests of each file, as the process that runs them takes all listeners off first.
  beforeAll(): void {
    process.on('unhandledRejection', (reason) => {
      throw reason;
    });
  },
};
