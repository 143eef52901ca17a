// What makes calls and reads refusals. It is loaded with the first call (`await import`), so that a window starts, and
// shows saved pages, without it.

export { postJson } from '../service/http';
export { describeShape } from './shape';
export { requireSuccess, toHttpError } from './httpErrors';
export { isErrorReport } from './refusals';
export { holdsList, saysNoMonitors } from './saysNoMonitors';
