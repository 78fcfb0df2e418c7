import type { Case } from '../../conformance/case.ts'
import { isMembers } from '../../conformance/json-path.ts'

const MAX_VALUES = 200

/** For each name of a field, up to 200 of the values that such fields have in recorded requests. */
export type ValuePool = ReadonlyMap<string, readonly unknown[]>

/** Collects the values of all fields in the bodies of cases. */
export function valuePool(list: readonly Case[]): ValuePool {
  const pool = new Map<string, Map<string, unknown>>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isMembers(value))
      for (const [name, member] of Object.entries(value)) {
        const values = pool.get(name) ?? new Map<string, unknown>()
        pool.set(name, values)
        if (values.size < MAX_VALUES) values.set(JSON.stringify(member), member)
        visit(member)
      }
  }
  for (const { steps } of list) for (const { body } of steps) visit(body)
  return new Map([...pool].map(([name, values]) => [name, [...values.values()]]))
}
