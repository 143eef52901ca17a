import fetch from 'node-fetch';
import { withConnectionState } from '../../src/core/connectionState';

/** The fetch that ships: node-fetch with the state of its connection. */
export const aFetch = withConnectionState(() => Promise.resolve(fetch));
