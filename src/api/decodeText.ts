/**
 * Text of a file in UTF-8, or in UTF-16 with a byte order mark, which `>` of Windows PowerShell
 * writes. The mark is removed. With `fatal`, throws a TypeError for bytes that are not text.
 */
export const decodeText = (bytes: Uint8Array, options: { readonly fatal?: boolean } = {}): string =>
  new TextDecoder(encodingOf(bytes), options).decode(bytes);

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}
