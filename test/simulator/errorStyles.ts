import { STATUS_CODES } from 'node:http';

export interface ErrorBody {
  readonly contentType: string;
  readonly text: string;
}

export type ErrorStyle = (status: number, message: string) => ErrorBody;

const json = (value: unknown, contentType = 'application/json; charset=utf-8'): ErrorBody => ({
  contentType,
  text: JSON.stringify(value),
});

const title = (status: number) => STATUS_CODES[status] ?? 'Error';

export const errorStyles = {
  /** RFC 9457. */
  problem: (status, message) =>
    json(
      { type: 'about:blank', title: title(status), status, detail: message },
      'application/problem+json',
    ),
  /** {error: {code, message}} */
  errorObject: (status, message) => json({ error: { code: status, message } }),
  /** {error: "..."} */
  errorText: (_, message) => json({ error: message }),
  message: (_, message) => json({ message }),
  detail: (_, message) => json({ detail: message }),
  plainText: (_, message) => ({ contentType: 'text/plain; charset=utf-8', text: message }),
  /** A gateway's page, without the message. */
  html: (status) => ({
    contentType: 'text/html; charset=utf-8',
    text:
      `<!DOCTYPE html>\n<html><head><title>${status} ${title(status)}</title></head>\n` +
      `<body><center><h1>${status} ${title(status)}</h1></center><hr><center>gateway</center></body></html>\n`,
  }),
  empty: () => ({ contentType: 'text/plain', text: '' }),
} as const satisfies Record<string, ErrorStyle>;
