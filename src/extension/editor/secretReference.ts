/** Name of the environment variable that a quick fix refers to. */
export const secretVariable = 'SOLANA_SECRET_KEY';

/** A reference to the environment variable in a language, and whether it is code in itself. */
interface Reference {
  readonly text: string;
  /** In place of the quotes too. */
  readonly isExpression: boolean;
}

const name = secretVariable;

/** How a language reads the key out of its environment; a list of bytes is kept there as JSON. */
export function secretReference(languageId: string, form: 'base58' | 'bytes'): Reference {
  const isBytes = form === 'bytes';
  switch (languageId) {
    case 'typescript':
    case 'typescriptreact':
    case 'javascript':
    case 'javascriptreact':
    case 'vue':
    case 'svelte': {
      const read = `process.env.${name} ?? ''`;
      return expression(isBytes ? `JSON.parse(${read})` : read);
    }
    case 'rust': {
      const read = `std::env::var("${name}").expect("${name}")`;
      return expression(
        isBytes ? `serde_json::from_str::<Vec<u8>>(&${read}).expect("${name}")` : `&${read}`,
      );
    }
    case 'python': {
      const read = `os.environ["${name}"]`;
      return expression(isBytes ? `json.loads(${read})` : read);
    }
    case 'go':
      return expression(`os.Getenv("${name}")`);
    case 'shellscript':
      return expression(`"$${name}"`);
    default:
      // Configurations: the program that reads them fills it in.
      return isBytes ? expression(`"\${${name}}"`) : { text: `\${${name}}`, isExpression: false };
  }
}

const expression = (text: string): Reference => ({ text, isExpression: true });
