/** A JSON text with a line for each member; any other text unchanged. */
export function indentedText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}
