import { EDIT } from './edit-script.ts'

/** Adjacent equal elements, or adjacent changes, in both lists. */
export interface Run {
  same: number
  removed: number
  inserted: number
  modified: number
}

export const isChange = ({ removed, inserted, modified }: Run): boolean => removed + inserted + modified > 0

const none = (): Run => ({ same: 0, removed: 0, inserted: 0, modified: 0 })

/** The runs of an edit script. */
export function runsOf(edits: Uint8Array): Run[] {
  const runs: Run[] = []
  let last: Run | undefined
  for (const edit of edits) {
    if (last === undefined || isChange(last) === (edit === EDIT.identity)) runs.push((last = none()))
    if (edit === EDIT.identity) last.same++
    else if (edit === EDIT.removed) last.removed++
    else if (edit === EDIT.inserted) last.inserted++
    else last.modified++
  }
  return runs
}

/** Joins changes with at most `gap` equal elements between them, when both together remove and insert elements. */
export function joined(runs: readonly Run[], gap: number): Run[] {
  const list: Run[] = []
  for (const run of runs) {
    const [previous, between] = [list.at(-2), list.at(-1)]
    if (previous !== undefined && between !== undefined && isChange(run) && between.same <= gap) {
      const removes = previous.removed + run.removed > 0
      if (removes && previous.inserted + run.inserted > 0) {
        for (const name of ['same', 'removed', 'inserted', 'modified'] as const)
          previous[name] += between[name] + run[name]
        list.pop()
        continue
      }
    }
    list.push({ ...run })
  }
  return list
}

/** Moves equal elements at the ends of a change to the equal runs around it. */
export function trimmed(runs: readonly Run[], isSame: (x: number, y: number) => boolean): Run[] {
  const list = [none(), ...runs.map((run) => ({ ...run })), none()]
  let [x, y] = [0, 0]
  for (const [at, run] of list.entries()) {
    if (!isChange(run)) {
      x += run.same
      y += run.same
      continue
    }
    let [old, next] = [run.same + run.removed + run.modified, run.same + run.inserted + run.modified]
    const most = Math.min(old, next)
    let [leading, trailing] = [0, 0]
    while (leading < most && isSame(x + leading, y + leading)) leading++
    while (trailing < most && isSame(x + old - 1 - trailing, y + next - 1 - trailing)) trailing++
    if (leading + trailing > 0) {
      const [before, after] = [list[at - 1], list[at + 1]]
      if (before !== undefined) before.same += leading
      if (after !== undefined) after.same += trailing
      old -= leading + trailing
      next -= leading + trailing
      list[at] = { ...none(), removed: old, inserted: next }
    }
    x += leading + old
    y += leading + next
  }
  return list.filter((run) => isChange(run) || run.same > 0)
}

/** The numbers of equal elements that are shown at the two ends of a run; all when at most `chunk` would be hidden. */
export function shownEnds(
  count: number,
  { isAfter, isBefore, chunk }: { readonly isAfter: boolean; readonly isBefore: boolean; readonly chunk: number },
): { readonly low: number; readonly high: number } {
  const low = isAfter ? Math.min(NEIGHBOURS * chunk, count) : 0
  const high = isBefore ? Math.min(NEIGHBOURS * chunk, count - low) : 0
  return { low, high: count - low - high <= chunk ? count - low : high }
}

/** Chunks of equal elements that are shown on either side of a change. */
const NEIGHBOURS = 2
