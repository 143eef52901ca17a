// The code for calls. It loads with the first call (`await import`), so a window can show saved pages without it.

export { postJson } from '../service/http';
export { describeShape } from './shape';
export { requireSuccess, toHttpError } from './httpErrors';
export { isErrorReport } from './refusals';
export { holdsList, saysNoMonitors } from './saysNoMonitors';
