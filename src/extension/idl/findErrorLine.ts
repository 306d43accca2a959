const enumPattern = /^\s*(?:pub(?:\([\w:\s]*\))?\s+)?enum\s+(\w+)/;

/**
 * Line, from 0, of a variant in an error enum of a Rust source; `null`: not there. An enum is one of
 * errors by its attribute or its name.
 */
export function findErrorLine(source: string, variant: string): number | null {
  if (!/^\w{1,100}$/.test(variant)) return null;
  // Codama writes names in camel case.
  const name = `[${variant.charAt(0).toUpperCase()}${variant.charAt(0)}]${variant.slice(1)}`;
  const variantPattern = new RegExp(`^\\s*(?:#\\[.*\\]\\s*)?${name}\\s*(?:[,=({]|$)`);
  let isErrorEnum = false;
  let hasAttribute = false;
  for (const [at, line] of source.split('\n').entries()) {
    if (/^\s*#\[\s*(?:error_code|derive\([^)]*Error)/.test(line)) hasAttribute = true;
    const [, enumName] = enumPattern.exec(line) ?? [];
    if (enumName !== undefined) {
      isErrorEnum = hasAttribute || /err/i.test(enumName);
      hasAttribute = false;
    } else if (/^\}/.test(line)) isErrorEnum = false;
    else if (isErrorEnum && variantPattern.test(line)) return at;
  }
  return null;
}
