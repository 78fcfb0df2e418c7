import { ellipsis } from './diff-counts.ts'
import { isChange, joined, type Run, runsOf, shownEnds, trimmed } from './edit-runs.ts'
import { editScript, type LeafCounts } from './edit-script.ts'
import type { Sign, TextRecord } from './text-node.ts'

/** Two lists of plain values: the bytes or lines of two texts, or numbers. */
export interface Slices<T extends ArrayLike<unknown>> {
  readonly x: T
  readonly y: T
}

export interface SliceForm<T> {
  /** The elements of one record. */
  readonly chunk: number
  /** The name of an element, such as `byte`. */
  readonly name: string
  /** Limits the records of changes, as in go-cmp. */
  readonly verbosity: number
  part(list: T, from: number, to: number): T
  record(part: T, sign: Sign): TextRecord
}

const [SAME, OTHER]: readonly [LeafCounts, LeafCounts] = [
  { same: 1, different: 0 },
  { same: 0, different: 2 },
]

/** The edits between two lists of plain values. */
export const editsOf = ({ x, y }: Slices<ArrayLike<unknown>>): ReturnType<typeof editScript> =>
  editScript(x.length, y.length, (at, other) => (x[at] === y[other] ? SAME : OTHER))

/** The records of a difference: removed elements before inserted ones, and equal elements around them. */
export function sliceRecords<T extends ArrayLike<unknown>>(slices: Slices<T>, form: SliceForm<T>): TextRecord[] {
  const { x, y } = slices
  const { chunk, name, verbosity } = form
  const runs = trimmed(joined(runsOf(editsOf(slices)), Math.floor(chunk / 4)), (at, other) => x[at] === y[other])
  const most = (1 << verbosity) << 2
  const list: TextRecord[] = []
  const add = (side: T, from: number, to: number, sign: Sign): void => {
    for (let at = from; at < to; at += chunk)
      list.push(form.record(form.part(side, at, Math.min(to, at + chunk)), sign))
  }
  let [at, other, changes] = [0, 0, 0]
  for (const [index, run] of runs.entries()) {
    if (changes >= most) return [...list, ellipsis(countsOf(runs.slice(index)), name)]
    const [left, right] = [run.same + run.removed + run.modified, run.same + run.inserted + run.modified]
    if (isChange(run)) {
      const before = list.length
      add(x, at, at + left, '-')
      add(y, other, other + right, '+')
      changes += list.length - before
    } else {
      const { low, high } = shownEnds(left, { isAfter: index > 0, isBefore: index < runs.length - 1, chunk })
      add(x, at, at + low, '')
      if (left > low + high) list.push(ellipsis(countsOf([{ ...run, same: left - low - high }]), name))
      add(x, at + left - high, at + left, '')
    }
    at += left
    other += right
  }
  return list
}

function countsOf(runs: readonly Run[]): Parameters<typeof ellipsis>[0] {
  const sum = (name: keyof Run): number => runs.reduce((total, run) => total + run[name], 0)
  return { identical: sum('same'), removed: sum('removed'), inserted: sum('inserted'), modified: sum('modified') }
}
