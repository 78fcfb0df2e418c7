const CONTEXT = 3

/** The hunks of a unified diff of two texts; empty for equal texts. */
export function unifiedDiff(before: string, after: string): string {
  const changes = compareLines(linesOf(before), linesOf(after))
  const changed = changes.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  let out = ''
  for (let at = 0; at < changed.length;) {
    let to = at
    while (to + 1 < changed.length && (changed[to + 1] ?? 0) - (changed[to] ?? 0) <= 2 * CONTEXT + 1) to++
    const start = Math.max(0, (changed[at] ?? 0) - CONTEXT)
    out += hunk(changes, start, Math.min(changes.length, (changed[to] ?? 0) + CONTEXT + 1))
    at = to + 1
  }
  return out
}

interface Line {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function hunk(lines: readonly Line[], from: number, to: number): string {
  const count = (part: readonly Line[], other: string): number => part.filter(({ mark }) => mark !== other).length
  const [head, body] = [lines.slice(0, from), lines.slice(from, to)]
  const range = (other: string): string => {
    const length = count(body, other)
    const start = count(head, other) + (length === 0 ? 0 : 1)
    return length === 1 ? String(start) : `${start},${length}`
  }
  return `@@ -${range('+')} +${range('-')} @@\n${body.map(({ mark, text }) => `${mark}${text}\n`).join('')}`
}

/** Lines of the longest common subsequence are unchanged. */
function compareLines(a: readonly string[], b: readonly string[]): Line[] {
  const common = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ mark: ' ', text: a[i] ?? '' })
      i++
      j++
    } else if (i < a.length && (j >= b.length || at(i + 1, j) >= at(i, j + 1)))
      lines.push({ mark: '-', text: a[i++] ?? '' })
    else lines.push({ mark: '+', text: b[j++] ?? '' })
  }
  return lines
}
