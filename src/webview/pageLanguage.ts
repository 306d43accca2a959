import { config } from '@vscode/l10n';

let translations = '{}';

export function setPageLanguage(contents: string): void {
  translations = contents;
  config({ contents });
}

export function inEnglish<Made>(make: () => Made): Made {
  config({ contents: {} });
  try {
    return make();
  } finally {
    config({ contents: translations });
  }
}
