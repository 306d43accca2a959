export interface PanelPage {
  readonly title: string;
  /** Origin of files that the webview serves. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUris: readonly string[];
  /** Random, new for each page. */
  readonly nonce: string;
  /** Undefined for English. */
  readonly translations?: PageTranslations | undefined;
}

export interface PageTranslations {
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * The content security policy allows one script by its nonce, our own style sheets, and images that
 * the page creates; no inline code, requests, frames or forms. Trusted Types keep text from being
 * parsed as markup.
 */
export function panelHtml(page: PanelPage): string {
  const { title, cspSource, scriptUri, styleUris, nonce, translations } = page;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    'img-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const styles = styleUris.map((uri) => `<link rel="stylesheet" href="${escapeHtml(uri)}">`);
  return `<!DOCTYPE html>
<html lang="${escapeHtml(translations?.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${styles.join('\n')}
</head>
<body>
<div id="page"></div>${translations === undefined ? '' : `\n${dataBlock('words', translations.texts)}`}
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
}

/** A non-executable data block, escaped so that the value cannot close it. */
const dataBlock = (id: string, value: unknown): string =>
  `<script id="${id}" type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
