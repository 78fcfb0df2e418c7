import { expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { compileRules } from '../notation/compile-rules.ts'
import { csiStorageCapacities } from './csi-storage-capacities.ts'
import { storageClasses } from './storage-classes.ts'

const rules = compileRules(storageClasses.rules, dialects.svc.spell)
const errors = (more: JsonObject): string[] =>
  rules({ provisioner: 'example.com/p', ...more }).map(({ field, message }) => `${field}: ${message}`)

it('prints a provisioner in lower case', () => {
  expect(errors({ provisioner: 'Example.com/P' })).toEqual([])
  expect(errors({ provisioner: 'Bad Name' })[0]).toContain('Invalid value: "bad name"')
})

it('accepts an empty reclaim policy', () => {
  expect(errors({ reclaimPolicy: '' })).toEqual([])
  expect(errors({ reclaimPolicy: 'Recycle' })).toHaveLength(1)
})

it('compares empty terms with each other and with absent ones', () => {
  const twice = 'matchLabelExpressions: Duplicate value: ""'
  expect(errors({ allowedTopologies: [{}, {}] })).toEqual([
    ...Array.from({ length: 2 }, () => `allowedTopologies[0].${twice}`),
    ...Array.from({ length: 3 }, () => `allowedTopologies[1].${twice}`),
  ])
})

it('does not validate the largest volume of a capacity', () => {
  const capacity = compileRules(csiStorageCapacities.rules, dialects.svc.spell)
  expect(capacity({ storageClassName: 'a', capacity: '1', maximumVolumeSize: '-1' })).toEqual([])
})
