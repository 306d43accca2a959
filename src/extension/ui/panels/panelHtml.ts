/** Where the page's files are, as the webview can load them, and what its policy allows. */
export interface PanelPage {
  readonly title: string;
  /** Origin that the webview serves files from. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUris: readonly string[];
  /** Random, new for each page. */
  readonly nonce: string;
  /** What the page's texts read in the editor's language; none in English. */
  readonly translations?: PageTranslations | undefined;
}

export interface PageTranslations {
  readonly language: string;
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * The page of a panel: one script by its nonce, style sheets of our own, pictures that the page
 * makes itself; nothing inline, nothing from elsewhere, no request, no frame, no form. Text never
 * becomes markup: the browser refuses it.
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

/** Data that nothing runs, and that nothing in it can end. */
const dataBlock = (id: string, value: unknown): string =>
  `<script id="${id}" type="application/json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
