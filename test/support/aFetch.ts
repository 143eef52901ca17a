import assert from 'node:assert/strict';
import fetch from 'node-fetch';
import { withConnectionState } from '../../src/ui/connectionState';
import { CallError } from '../../src/service/errors';

/** The fetch that ships: node-fetch with the state of its connection. */
export const aFetch = withConnectionState(() => Promise.resolve(fetch));

/** The error of a call that must fail. */
export async function callErrorOf(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof CallError, String(error));
  return error;
}
