import type { Answer } from './answer';
import type { RefusalFailure } from './failures';
import {
  BadRequestFailure,
  ForbiddenFailure,
  NotFoundFailure,
  NotJsonFailure,
  PaymentRequiredFailure,
  RateLimitedFailure,
  ServerFailure,
  UnauthorizedFailure,
} from './failures';
import { readError, type ErrorReading } from './reading/errorReading';
import { readRetryAt } from './reading/headerReading';

type RefusalKind = NonNullable<ErrorReading['kind']>;

/** The status says what kind of no it is: RFC 9110 and 6585. Only a 2xx leaves that to the body. */
function kindOf(status: number, reading: ErrorReading): RefusalKind {
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
export function toRefusal(answer: Answer): RefusalFailure {
  const reading = readError(answer);
  const { status } = answer;
  switch (kindOf(status, reading)) {
    case 'unauthorized':
      return new UnauthorizedFailure(status, reading.message);
    case 'payment':
      return new PaymentRequiredFailure(status, reading.message);
    case 'forbidden':
      return new ForbiddenFailure(status, reading.message);
    case 'notFound':
      return new NotFoundFailure(status, reading.message);
    case 'rateLimit':
      return new RateLimitedFailure(status, reading.message, retryAt(answer, reading));
    case 'server':
      return new ServerFailure(status, reading.message);
    case 'validation':
      return new BadRequestFailure(status, reading.message);
  }
}

/** For a 2xx whose body is no JSON. */
export function toNotJson(answer: Answer): NotJsonFailure {
  const html = /html/.test(answer.contentType) || /^\s*<(!doctype|html|\?xml)/i.test(answer.text);
  return new NotJsonFailure(html, readError(answer).message);
}

function retryAt(answer: Answer, reading: ErrorReading): number | undefined {
  return readRetryAt(answer.header, answer.receivedAt) ?? reading.retryAt;
}
