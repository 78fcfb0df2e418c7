/** The text without the line feeds at its end. `/\n+$/` takes time with the square of the number of line feeds before the end. */
export function withoutLineFeeds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
