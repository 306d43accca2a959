/** `JSON.rawJSON`, which the editor's Node has and the compiler's library does not know yet. */
interface RawJson {
  rawJSON(text: string): unknown;
}
const { rawJSON } = JSON as typeof JSON & RawJson;

/** An answer as JSON for people, raw amounts as the integers they are, every digit kept. */
export const responseJson = (answer: unknown): string =>
  `${JSON.stringify(
    answer,
    (_key, value: unknown) => (typeof value === 'bigint' ? rawJSON(value.toString()) : value),
    2,
  )}\n`;
