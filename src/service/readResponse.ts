// What reads responses, with all its words and rules: a third of the code. It is loaded with the first response
// (`await import`), so that a window starts, and shows saved pages, without it.

export { toHttpError, toNotJsonError } from './httpErrors';
export { isErrorReport } from './mapping/readError';
export { readListInSlices } from './mapping/readList';
export { readToken } from './mapping/readToken';
