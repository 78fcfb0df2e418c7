import { expect, it } from 'vitest'
import { dialects } from '../worker/dialect/dialect.ts'
import { readRuntimeConfig } from './runtime-config.ts'

const read = (...pairs: string[]) => readRuntimeConfig(pairs, dialects.k8s)

it('accepts levels, versions and resources', () => {
  const all = { 'api/all': true, 'batch/v1': false, 'storage.k8s.io/v1alpha1/volumeattributesclasses': true, v1: true }
  expect(read('api/all=true', 'batch/v1=0', 'storage.k8s.io/v1alpha1/volumeattributesclasses', 'api/v1=true')).toEqual(
    all,
  )
})

it.each([
  [['api/all=false'], 'invalid key with only api/all=false'],
  [['nope/v1=true', 'apps/v1', 'other/v2'], 'unknown api groups nope,other'],
  [['apps/v7=true'], 'group version apps/v7 that has not been registered'],
  [['apps'], 'runtime-config invalid key apps'],
  [['apps/v1=maybe'], 'invalid value of apps/v1: maybe, err: strconv.ParseBool: parsing "maybe": invalid syntax'],
  [['flowcontrol.svc.io/v1'], 'unknown api groups flowcontrol.svc.io'],
])('refuses %j', (pairs, message) => {
  expect(() => read(...pairs)).toThrow(message)
})
