import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../api/object.ts'
import { scaleFaults } from './scale-faults.ts'

const paths = { spec: 'spec.replicas', status: 'status.replicas', selector: 'status.selector' }
const faults = (object: object, statusOnly = false): string[] =>
  scaleFaults(object as ApiObject, paths, statusOnly).map(({ field, message }) => `${field}: ${message}`)

describe('scaleFaults', () => {
  it('accepts absent fields and counts', () => {
    expect(faults({})).toEqual([])
    expect(faults({ spec: { replicas: 0 }, status: { replicas: 3, selector: 'a=b' } })).toEqual([])
  })

  it('refuses values of other types with the accessor error', () => {
    expect(faults({ spec: { replicas: 1.5 }, status: { replicas: 'x', selector: 5 } })).toEqual([
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type float64, expected int64',
      '.status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type string, expected int64',
      '.status.selector: Invalid value: "": .status.selector accessor error: 5 is of the type int64, expected string',
    ])
    expect(faults({ spec: 'x' })).toEqual([
      '.spec.replicas: Invalid value: 0: .spec.replicas accessor error: x is of the type string, expected map[string]interface{}',
    ])
  })

  it('checks only the status in a write of the status', () => {
    expect(faults({ spec: { replicas: -1 }, status: { replicas: -1 } }, true)).toEqual([
      '.status.replicas: Invalid value: -1: should be a non-negative integer',
    ])
  })
})
