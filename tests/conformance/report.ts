import type { Outcome } from './outcome.ts'

const sum = (count: (outcome: Outcome) => number, list: readonly Outcome[]): number =>
  list.reduce((total, outcome) => total + count(outcome), 0)

interface ReportOptions {
  readonly seconds: number
  /** Prints more differences of each case. */
  readonly verbose: boolean
}

/** Prints the differences, and the counts of each area. Returns the number of cases that differ. */
export function report(outcomes: readonly Outcome[], { seconds, verbose }: ReportOptions): number {
  const failed = outcomes.filter(({ differences }) => differences.length > 0)
  for (const { id, differences } of failed) {
    console.log(`FAIL ${id}`)
    for (const difference of differences.slice(0, verbose ? 40 : 3)) console.log(`     ${difference}`)
  }
  for (const area of [...new Set(outcomes.map((outcome) => outcome.area))].sort()) {
    const list = outcomes.filter((outcome) => outcome.area === area)
    const passed = list.filter(({ differences }) => differences.length === 0).length
    const share = (100 * sum((o) => o.identical, list)) / sum((o) => o.answers, list)
    console.log(`${area.padEnd(20)} ${passed}/${list.length} cases, ${share.toFixed(1)} % of answers`)
  }
  const answers = sum((o) => o.answers, outcomes)
  const identical = sum((o) => o.identical, outcomes)
  const share = ((100 * identical) / (answers || 1)).toFixed(2)
  console.log(`identical answers: ${identical} of ${answers} (${share} %) in ${seconds.toFixed(1)} s`)
  console.log(`${outcomes.length - failed.length} passed, ${failed.length} failed`)
  return failed.length
}
