import { expect, it } from 'vitest'
import { errorsOf } from './rules-fixture.ts'
import { gates } from './scheduling.ts'

it('refuses a repeated scheduling gate, and treats a gate without a name as one with an empty name', () => {
  const schedulingGates = [{ name: 'a.b/c' }, { name: 'a.b/c' }]
  expect(errorsOf(gates, { schedulingGates })).toEqual(['x.schedulingGates[1]: Duplicate value: "a.b/c"'])
  const faults = errorsOf(gates, { schedulingGates: [{}] })
  expect(faults).not.toHaveLength(0)
  expect(faults.filter((fault) => fault.includes('Duplicate'))).toEqual([])
})
