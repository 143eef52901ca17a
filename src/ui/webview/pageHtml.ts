export interface PageHtmlOptions {
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Random, new for each page. */
  readonly nonce: string;
  /** Of the client script and its styles, as the webview can load them. */
  readonly script: string;
  readonly style: string;
}

/**
 * The HTML of every page: empty but for the script, which asks for what to show. Nothing may be loaded or run but
 * our own script and styles, both named by the nonce; no image, font, frame, form or connection.
 */
export function toPageHtml({ language, title, nonce, script, style }: PageHtmlOptions): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="${toAttribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${toAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toAttribute(title)}</title>
<link rel="stylesheet" nonce="${toAttribute(nonce)}" href="${toAttribute(style)}">
</head>
<body>
<main></main>
<div role="status" class="unseen"></div>
<script nonce="${toAttribute(nonce)}" src="${toAttribute(script)}"></script>
</body>
</html>`;
}

function toAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
