/** The items of a text field whose items are separated by commas, without spaces around them and without empty ones. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
