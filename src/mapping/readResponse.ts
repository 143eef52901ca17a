// Loads with the first call (`await import`), so windows start faster.

export { postJson } from '../service/http';
export { describeShape } from './shape';
export { requireSuccess, toHttpError } from './httpErrors';
export { isErrorReport } from './refusals';
export { holdsList, saysNoMonitors } from './saysNoMonitors';
