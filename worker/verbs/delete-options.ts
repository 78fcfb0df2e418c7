import { type Int64, isInt64 } from '../api/int64.ts'
import { quote } from '../api/go-format.ts'
import type { FieldError } from '../api/field-error.ts'
import { fieldError } from '../api/field-error.ts'
import type { JsonObject } from '../api/json.ts'
import { objectOrEmpty } from '../api/json.ts'
import { invalid } from '../api/status.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { DeleteOptions } from './verbs.ts'

const POLICIES = ['Foreground', 'Background', 'Orphan'] as const
type Policy = (typeof POLICIES)[number]

/**
 * The options of a deletion. `raw` is a decoded DeleteOptions object.
 * @throws invalid()
 */
export function readDeleteOptions(raw: JsonObject, dialect: Dialect): DeleteOptions {
  const { propagationPolicy: policy, orphanDependents: orphan, gracePeriodSeconds: grace } = raw
  const dryRun = dryRunOf(raw)
  const errors: FieldError[] = []
  const known = POLICIES.find((known) => known === policy)
  if (typeof policy === 'string') {
    if (typeof orphan === 'boolean') {
      const why = 'orphanDependents and deletionPropagation cannot be both set'
      errors.push(fieldError.invalid('propagationPolicy', policy, why))
    }
    if (known === undefined) errors.push(fieldError.notSupported('propagationPolicy', policy, [...POLICIES, 'nil']))
  }
  errors.push(...dryRunFaults(dryRun, dialect))
  if (errors.length > 0) throw invalid(dialect.spell('meta.{domain}'), 'DeleteOptions', '', errors)
  const { uid, resourceVersion } = objectOrEmpty(raw.preconditions)
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: isInt64(grace) ? grace : undefined,
    propagationPolicy: known ?? orphanPolicy(orphan),
    preconditions: {
      ...(typeof uid === 'string' && { uid }),
      ...(typeof resourceVersion === 'string' && { resourceVersion }),
    },
    raw,
  }
}

/** A negative grace period counts as one second. */
export const atLeastOneSecond = (seconds: Int64): Int64 => (seconds < 0 ? 1 : seconds)

/** `dryRun` of DeleteOptions, as a list of strings. */
export const dryRunOf = ({ dryRun }: JsonObject): readonly string[] => (Array.isArray(dryRun) ? dryRun.map(String) : [])

/** The policy of `orphanDependents`, the older option. */
function orphanPolicy(orphan: unknown): Policy | undefined {
  if (typeof orphan !== 'boolean') return undefined
  return orphan ? 'Orphan' : 'Background'
}

/** The faults of the values of `dryRun`. An empty value is valid in the `svc` dialect only (reference/verbs.md 26). */
export function dryRunFaults(values: readonly string[], { name }: Dialect): FieldError[] {
  const good = (value: string): boolean => value === 'All' || (value === '' && name === 'svc')
  if (values.every(good)) return []
  const shown = `[]string{${values.map(quote).join(', ')}}`
  return [
    {
      type: 'FieldValueNotSupported',
      field: 'dryRun',
      message: `Unsupported value: ${shown}: supported values: "All"`,
    },
  ]
}
