export const secretVariableName = 'SOLANA_SECRET_KEY';

interface SecretReference {
  readonly text: string;
  /** Whether it is code, so that it replaces the quotes too. */
  readonly isExpression: boolean;
}

/** How a language reads the key from the environment; the variable stores bytes as JSON. */
export function secretReference(languageId: string, form: 'base58' | 'bytes'): SecretReference {
  const isBytes = form === 'bytes';
  switch (languageId) {
    case 'typescript':
    case 'typescriptreact':
    case 'javascript':
    case 'javascriptreact':
    case 'vue':
    case 'svelte': {
      const read = `process.env.${secretVariableName} ?? ''`;
      return asExpression(isBytes ? `JSON.parse(${read})` : read);
    }
    case 'rust': {
      const read = `std::env::var("${secretVariableName}").expect("${secretVariableName}")`;
      return asExpression(
        isBytes
          ? `serde_json::from_str::<Vec<u8>>(&${read}).expect("${secretVariableName}")`
          : `&${read}`,
      );
    }
    case 'python': {
      const read = `os.environ["${secretVariableName}"]`;
      return asExpression(isBytes ? `json.loads(${read})` : read);
    }
    case 'go':
      return asExpression(`os.Getenv("${secretVariableName}")`);
    case 'shellscript':
      return asExpression(`"$${secretVariableName}"`);
    default:
      // Configurations: the program that reads them substitutes the variable.
      return isBytes
        ? asExpression(`"\${${secretVariableName}}"`)
        : { text: `\${${secretVariableName}}`, isExpression: false };
  }
}

const asExpression = (text: string): SecretReference => ({ text, isExpression: true });
