import type { HttpResponse } from './httpResponse';
import type { HttpError } from './errors';
import {
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  NotJsonError,
  PaymentRequiredError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from './errors';
import { readError, type ErrorExtraction } from './mapping/readError';
import { readRetryAt } from './mapping/headers';

type RefusalKind = NonNullable<ErrorExtraction['kind']>;

/** The status says what kind of no it is: RFC 9110 and 6585. Only a 2xx leaves that to the body. */
function kindOf(status: number, reading: ErrorExtraction): RefusalKind {
  switch (status) {
    case 401:
      return 'unauthorized';
    case 402:
      return 'payment';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'notFound';
    case 429:
      return 'rateLimit';
  }
  if (status >= 500) {
    return 'server';
  }
  return status >= 400 ? 'validation' : (reading.kind ?? 'server');
}

/** Makes a failure of an answer that says no: by its status, or by its body where the status is 2xx. */
export function toHttpError(answer: HttpResponse): HttpError {
  const reading = readError(answer);
  const { status } = answer;
  switch (kindOf(status, reading)) {
    case 'unauthorized':
      return new UnauthorizedError(status, reading.message);
    case 'payment':
      return new PaymentRequiredError(status, reading.message);
    case 'forbidden':
      return new ForbiddenError(status, reading.message);
    case 'notFound':
      return new NotFoundError(status, reading.message);
    case 'rateLimit':
      return new RateLimitError(status, reading.message, retryAt(answer, reading));
    case 'server':
      return new ServerError(status, reading.message);
    case 'validation':
      return new BadRequestError(status, reading.message);
  }
}

/** For a 2xx whose body is no JSON. */
export function toNotJsonError(answer: HttpResponse): NotJsonError {
  const html = /html/.test(answer.contentType) || /^\s*<(!doctype|html|\?xml)/i.test(answer.text);
  return new NotJsonError(html, readError(answer).message);
}

function retryAt(answer: HttpResponse, reading: ErrorExtraction): number | undefined {
  return readRetryAt(answer.header, answer.receivedAt) ?? reading.retryAt;
}
