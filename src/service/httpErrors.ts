import {
  BadRequestError,
  ForbiddenError,
  GatewayError,
  NotFoundError,
  NotJsonError,
  PaymentRequiredError,
  ProxyAuthenticationError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
  UnexpectedStatusError,
  type HttpError,
} from './errors';
import { isFromGateway, isWebPage, type HttpResponse } from './httpResponse';
import { readError, type ErrorExtraction } from './mapping/readError';

type HttpErrorClass = new (status: number, serviceMessage?: string, retryAt?: number) => HttpError;

const TYPES_BY_KIND: Readonly<Record<NonNullable<ErrorExtraction['kind']>, HttpErrorClass>> = {
  unauthorized: UnauthorizedError,
  payment: PaymentRequiredError,
  forbidden: ForbiddenError,
  notFound: NotFoundError,
  rateLimit: RateLimitError,
  validation: BadRequestError,
  server: ServerError,
};

/**
 * Makes an error of a response that says no: by its status, or by its body where the status is 2xx.
 * @param secret the password or token that was sent; see {@link readError}.
 */
export function toHttpError(response: HttpResponse, secret: string): HttpError | ProxyAuthenticationError {
  const { status } = response;
  if (status === 407) {
    return new ProxyAuthenticationError('status 407');
  }
  const extraction = readError(response, secret);
  const type = status >= 400 && isFromGateway(response) ? GatewayError : typeFor(status, extraction);
  return new type(status, extraction.message, retryAtOf(type, response, extraction));
}

/** The status says what kind of no it is: RFC 9110 and 6585. Only a 2xx leaves that to the body. */
function typeFor(status: number, { kind }: ErrorExtraction): HttpErrorClass {
  switch (status) {
    case 401:
      return UnauthorizedError;
    case 402:
      return PaymentRequiredError;
    case 403:
      return ForbiddenError;
    case 404:
    case 405:
    case 410:
      return NotFoundError;
    case 429:
      return RateLimitError;
  }
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) {
    return UnexpectedStatusError;
  }
  if (status >= 500) {
    return ServerError;
  }
  return status >= 400 ? BadRequestError : TYPES_BY_KIND[kind ?? 'server'];
}

/** For a 2xx whose body isn't JSON. `secret` as in {@link toHttpError}. */
export function toNotJsonError(response: HttpResponse, secret: string): NotJsonError {
  return new NotJsonError(isWebPage(response), readError(response, secret).message);
}

/** Many responses say when a window of calls is reset; only these fail because of it (RFC 9110, 10.2.3). */
function retryAtOf(
  type: HttpErrorClass,
  { status, header }: HttpResponse,
  { retryAt }: ErrorExtraction,
): number | undefined {
  return type === RateLimitError || (status === 503 && header('Retry-After') !== undefined)
    ? retryAt
    : undefined;
}
