import { expect, it } from 'vitest'
import { unmarshalFault, unmarshalFaultOf } from './unmarshal-fault.ts'

it('names the JSON type of a value as Go does', () => {
  const named = [true, 1, 2n ** 60n, 'a', [], {}, null].map((value) => unmarshalFault(value, 'T').split(' ')[3])
  expect(named).toEqual(['bool', 'number', 'number', 'string', 'array', 'object', 'null'])
})

it('names the field of a value, if it has one', () => {
  expect(unmarshalFault([], 'v1.Pod')).toBe('json: cannot unmarshal array into Go value of type v1.Pod')
  expect(unmarshalFaultOf('number 1.5', 'int64', 'Replica.replicas.count')).toBe(
    'json: cannot unmarshal number 1.5 into Go struct field Replica.replicas.count of type int64',
  )
})
