/** The items of a text field that are separated by commas. Spaces around them are removed, and empty items are left out. */
export const commaSeparated = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
