import type { Case, Step } from '../../conformance/case.ts'
import { isMembers } from '../../conformance/json-path.ts'
import { type Dice, pickFrom } from '../../fuzz/dice.ts'
import { changedBody } from './body-mutations.ts'
import type { ValuePool } from './value-pool.ts'

/** The longest wait, milliseconds. A changed case may never reach the state that the recorded one reached. */
const LONGEST_WAIT_MS = 4000

/** Numbers that decide what controllers do. */
const COUNTS: readonly unknown[] = [0, 1, 2, 3, 4, 5, 6, 7, 10, '10%', '25%', '50%', '75%', '100%']
const COUNT_NAMES =
  /^(replicas|maxSurge|maxUnavailable|minAvailable|partition|parallelism|completions|backoffLimit\w*|minReadySeconds|revisionHistoryLimit|start|ttlSecondsAfterFinished|maxFailedIndexes|min|max|minReplicas|maxReplicas|pods)$/

const isWrite = ({ path, body, method = 'GET' }: Step): boolean =>
  path !== undefined && method !== 'GET' && isMembers(body)

const shortened = (step: Step): Step =>
  step.until ? { ...step, until: { ...step.until, ms: Math.min(step.until.ms ?? 0, LONGEST_WAIT_MS) } } : step

function countedBody(dice: Dice, body: unknown): { body: unknown; what: string } | undefined {
  const copy = structuredClone(body)
  const places: { parent: Record<string, unknown>; key: string }[] = []
  const visit = (value: unknown): void => {
    if (!isMembers(value)) return
    for (const [key, member] of Object.entries(value)) {
      if (COUNT_NAMES.test(key) && !isMembers(member)) places.push({ parent: value, key })
      visit(member)
    }
  }
  visit(copy)
  if (places.length === 0) return undefined
  const { parent, key } = pickFrom(dice, places)
  const choices = COUNTS.filter((count) => typeof count === typeof parent[key] || /^max(Surge|Unav)|Avail/.test(key))
  parent[key] = pickFrom(dice, choices.length > 0 ? choices : COUNTS)
  return { body: copy, what: `${key}=${JSON.stringify(parent[key])}` }
}

/** A copy of a case that waits for controllers, with a changed write; its waits are short. */
export function waitingMutant(dice: Dice, c: Case, pool: ValuePool, number: number): Case & { readonly what: string } {
  const steps = c.steps.map(shortened)
  const writes = [...steps.entries()].filter(([, step]) => isWrite(step))
  const done: string[] = []
  const change = (): void => {
    if (writes.length === 0) return
    const [at] = pickFrom(dice, writes)
    const step = steps[at] as Step
    const changed = (dice.chance(0.7) ? countedBody(dice, step.body) : undefined) ?? changedBody(dice, step.body, pool)
    if (changed === undefined) return
    steps[at] = { ...step, body: changed.body }
    done.push(`${at}: ${changed.what}`)
  }
  for (let changes = dice.pick([1, 1, 2]); changes > 0; changes--) change()
  return { ...c, name: `${c.name}-${number}`, steps, what: done.join('; ') }
}
