/** `JSON.rawJSON`, supported by the editor's Node but missing in the compiler's library. */
interface RawJson {
  rawJSON(text: string): unknown;
}
const { rawJSON } = JSON as typeof JSON & RawJson;

/** Formats a response as JSON; raw amounts are integers with every digit. */
export const responseJson = (answer: unknown): string =>
  `${JSON.stringify(
    answer,
    (_key, value: unknown) => (typeof value === 'bigint' ? rawJSON(value.toString()) : value),
    2,
  )}\n`;
