/** Headers as `fetch` reads them: a pair for each value. */
export const headerPairs = (headers: Readonly<Record<string, string | readonly string[]>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]))
