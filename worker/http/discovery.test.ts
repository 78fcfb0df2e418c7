import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from '../resources/catalog.ts'
import type { Catalog } from '../resources/resource.ts'
import { aggregatedDiscovery, apiGroup, apiGroupList, apiResourceList, apiVersions } from './discovery.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

/** Returns the document at a recorded path. The Accept header of an aggregated document follows its path in parentheses. */
function documentOf(catalog: Catalog, path: string): unknown {
  const [, root = '', accept] = /^\/(\S+)(?: \((.*)\))?$/.exec(path) ?? []
  const [first, group = '', version = ''] = root.split('/')
  const aggregated = /;g=([^;]+);v=(\w+);/.exec(accept ?? '')
  if (aggregated !== null) return aggregatedDiscovery(catalog, `${aggregated[1]}/${aggregated[2]}`, first === 'api')
  if (root === 'api') return apiVersions('192.0.2.2:16551')
  if (root === 'apis') return apiGroupList(catalog, [])
  if (first === 'api') return apiResourceList(catalog, '', group)
  return version === '' ? apiGroup(catalog, [], group) : apiResourceList(catalog, group, version)
}

describe.each([
  ['discovery-default', {}],
  ['discovery-all', { 'api/all': true }],
])('%s', (name, runtimeConfig) => {
  it('equals the recorded documents', () => {
    const catalog = buildCatalog({ dialect: dialects.k8s, runtimeConfig })
    const documents = readRecording('schema', name) as Record<string, Record<string, unknown>>
    const paths = Object.keys(documents).filter((path) => /^\/apis?(\/|$| )/.test(path))
    expect(paths.length).toBeGreaterThan(40)
    for (const path of paths) {
      const address = documents[path]?.serverAddressByClientCIDRs
      const made = documentOf(catalog, path) as Record<string, unknown>
      expect(address === undefined ? made : { ...made, serverAddressByClientCIDRs: address }, path).toEqual(
        documents[path],
      )
    }
  })
})

describe('discovery', () => {
  const catalog = buildCatalog({ dialect: dialects.svc })

  it('has no document for an unserved group or version', () => {
    expect(apiGroup(catalog, [], 'nope')).toBeUndefined()
    expect(apiResourceList(catalog, 'apps', 'v2')).toBeUndefined()
  })

  it('keeps each aggregated document until the generation of the catalog changes', () => {
    const first = aggregatedDiscovery(catalog, 'apidiscovery.svc.io/v2', false)
    expect(aggregatedDiscovery(catalog, 'apidiscovery.svc.io/v2', false)).toBe(first)
    expect(aggregatedDiscovery(catalog, 'apidiscovery.svc.io/v2', true)).not.toBe(first)
    const changed = { ...catalog, generation: catalog.generation + 1 }
    expect(aggregatedDiscovery(changed, 'apidiscovery.svc.io/v2', false)).not.toBe(first)
  })

  it('uses the names of the cluster dialect', () => {
    expect(apiGroup(catalog, [], 'rbac.authorization.svc.io')).toMatchObject({
      preferredVersion: { groupVersion: 'rbac.authorization.svc.io/v1', version: 'v1' },
    })
  })
})
