import { describe, expect, it } from 'vitest'
import { checkConfigurationFile } from './configuration-checks.ts'

const check = (raw: object) => () => checkConfigurationFile('f', raw as never)

describe('the check of a configuration file', () => {
  it('accepts a file without a type and with unknown fields', () => {
    expect(check({ odd: 1, clusters: null, users: [{ name: 'u', user: { odd: {} } }] })).not.toThrow()
  })

  it('refuses a file of another kind', () => {
    expect(check({ apiVersion: 'v1', kind: 'Pod' })).toThrow(
      'error loading config file "f": no kind "Pod" is registered for version "v1"',
    )
  })

  it.each([
    [{ clusters: 'x' }],
    [{ contexts: [{ name: 'a', context: { namespace: false } }] }],
    [{ clusters: [{ name: 'a', cluster: { 'insecure-skip-tls-verify': 'yes' } }] }],
    [{ users: [{ name: 1 }] }],
  ])('refuses fields of other types: %j', (raw) => {
    expect(check(raw)).toThrow('json: cannot unmarshal')
  })
})
