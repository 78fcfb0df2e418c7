/** Parts of texts that differ between runs of one server, and that the normaliser keeps. */
const VARYING: readonly (readonly [RegExp, string | ((...parts: string[]) => string)])[] = [
  [/\u00a0/g, ' '],
  [/(resourceVersion\W+)\d+/g, '$1<rv>'],
  [/(in the precondition \()\w+/g, '$1<rv>'],
  // The name of the program is its field manager.
  [/("manager":")kube-apiserver"/g, '$1apiserver"'],
  [/\(0x[0-9a-f]+\)/g, '(<pointer>)'],
  // The name of a type in a fault of a policy ends in nanoseconds.
  [/('?[(' ][A-Z][A-Za-z]+)\d{1,9}(?=[.)'])/g, '$1<nanoseconds>'],
  [/in scheme(?:\s|\\n)+\\?"[^"]*"/g, 'in scheme …'],
  [/(strconv\.ParseUint: parsing \W*)\d{2,}/g, '$1<rv>'],
  [/\b10\.0\.(?!0\.1\b)\d{1,3}\.\d{1,3}\b/g, '<ip>'],
  [/[-_][bcdfghjklmnpqrstvwxz2456789]{5}(?=[^A-Za-z0-9])/g, '-<random>'],
  [/([Nn]ode[Pp]orts?\W+)3\d{4}/g, (_, before: string) => `${before}30000`],
  [/"\d{1,2}s"/g, '"<age>"'],
  [/:3\d{4}\/(TCP|UDP|SCTP)/g, ':<port>/$1'],
]

/** A comparable answer without what the two servers choose at random. */
export function scrubbed(answer: unknown): unknown {
  let text = JSON.stringify(answer)
  for (const [pattern, standIn] of VARYING) text = text.replace(pattern, standIn as string)
  return JSON.parse(text) as unknown
}
