import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { all } from '../notation/rule.ts'
import { errorsOf } from './rules-fixture.ts'
import { trustBundleSource } from './trust-bundle-source.ts'

const faults = (source: JsonObject): string[] => errorsOf(all(...trustBundleSource), source)

/** Expected errors are answers of kube-apiserver 1.30.14. */
describe('a trust bundle in a projected volume', () => {
  it('needs a path, and a name or a signer', () => {
    expect(faults({})).toEqual([
      'x: Required value: either name or signerName must be specified',
      'x.path: Required value',
    ])
    const [both] = faults({ name: 'n', signerName: 'a.b/c', path: 'p' })
    expect(both).toMatch(/^x: Invalid value: core\.ClusterTrustBundleProjection\{Name:\(\*string\)\(0x/)
    expect(faults({ path: '../p', name: 'n' })).toEqual([`x.path: Invalid value: "../p": must not contain '..'`])
  })

  it('with a name needs a valid bundle name, and no selector', () => {
    expect(faults({ path: 'p', name: 'a.b:c:d' })).toEqual([])
    expect(faults({ path: 'p', name: '' })[0]).toBe('x.name: Required value: must be a valid object name')
    expect(faults({ path: 'p', name: 'A_/' })[0]).toContain('not a valid clustertrustbundlename: a lowercase')
    expect(faults({ path: 'p', name: 'n', labelSelector: {} })).toEqual([
      'x.labelSelector: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: labelSelector must be unset if name is specified',
    ])
  })

  it('with a signer may select by labels', () => {
    expect(faults({ path: 'p', signerName: 'a.b/c', labelSelector: { matchLabels: { a: 'b' } } })).toEqual([])
    expect(faults({ path: 'p', signerName: 'a' })).toHaveLength(1)
  })
})
