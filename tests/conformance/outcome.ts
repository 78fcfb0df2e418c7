import type { Case } from './case.ts'
import { differences } from './differences.ts'

/** The outcome of one case: its differences, and the number of its identical answers. */
export interface Outcome {
  readonly id: string
  readonly area: string
  readonly differences: readonly string[]
  readonly identical: number
  readonly answers: number
}

/** Compares the results of a played case with its recorded answers. */
export function outcomeOf(c: Case, results: readonly unknown[]): Outcome {
  const found: string[] = []
  let answers = 0
  let identical = 0
  for (const [i, step] of c.steps.entries()) {
    if (step.expect === undefined) continue
    answers++
    const different = differences(step.expect, results[i] ?? {})
    if (different.length === 0) identical++
    const title = step.hookCalls ? `calls ${step.hookCalls}` : `${step.method ?? 'GET'} ${step.path}`
    found.push(...different.map((difference) => `step ${i} ${title}: ${difference}`))
  }
  return { id: `${c.area}/${c.name}`, area: c.area, differences: found, identical, answers }
}
