// What makes calls and reads responses, with all its words and rules: a third of the code. It is loaded with the first
// call (`await import`), so that a window starts, and shows saved pages, without it.

export { postJson } from './http';
export { toHttpError, toNotJsonError } from './httpErrors';
export { isErrorReport } from './mapping/readError';
export { describeShape } from './mapping/shape';
