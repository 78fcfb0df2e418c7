import type { Dialect } from '../../dialect/dialect.ts'
import { baselineChecks } from './baseline-checks.ts'
import type { Check, PodForm, Violation } from './check.ts'
import type { Standard } from './policy.ts'
import { restrictedChecks } from './restricted-checks.ts'

export type Evaluate = (standard: Standard, pod: PodForm) => readonly Violation[]

/** Returns a function that lists the violations of a standard by a pod, in the order of the checks: by level, then by name. */
export function podSecurityEvaluation(dialect: Dialect): Evaluate {
  const byId = (a: Check, b: Check): number => (a.id < b.id ? -1 : 1)
  const baseline = [...baselineChecks(dialect)].sort(byId)
  const restricted = [...restrictedChecks].sort(byId)
  const testsOf = (checks: readonly Check[], minor: number) =>
    checks.flatMap(({ versions }) => versions.filter(({ since }) => since <= minor).slice(-1))
  return ({ level, minor }, pod) => {
    if (level === 'privileged') return []
    const narrower = level === 'restricted' ? restricted.filter((check) => testsOf([check], minor).length > 0) : []
    const overridden = new Set(narrower.flatMap(({ overrides = [] }) => overrides))
    const wider = baseline.filter(({ id }) => !overridden.has(id))
    return testsOf([...wider, ...narrower], minor).flatMap(({ test }) => test(pod) ?? [])
  }
}

export const violationReasons = (violations: readonly Violation[]): string =>
  violations.map(({ reason }) => reason).join(', ')

export const violationDetails = (violations: readonly Violation[]): string =>
  violations.map(({ reason, detail }) => `${reason} (${detail})`).join(', ')
