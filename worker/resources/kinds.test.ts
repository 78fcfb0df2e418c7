import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.svc, runtimeConfig: { 'api/all': true } })
for (const resource of catalog.all()) await catalog.load(resource, 'kind')
const versions = catalog
  .all()
  .flatMap((resource) =>
    resource.versions.map((version) => ({ name: `${version.apiVersion} ${resource.name}`, resource, version })),
  )

describe('every kind', () => {
  it.each(versions)('$name has defaults only for fields of its type', ({ version }) => {
    const object = { metadata: { name: 'a' } }
    expect(() => version.defaults?.(object)).not.toThrow()
  })

  it.each(versions)('$name validates an empty object without throwing', async ({ version, resource }) => {
    await catalog.load(resource, 'rules')
    const object = { kind: resource.kind, apiVersion: version.apiVersion, metadata: { name: 'a' } }
    version.defaults?.(object)
    const { validate, validateUpdate, warnings, dropGated } = resource.behaviour
    expect(() => {
      dropGated?.(object)
      validate?.(object)
      validateUpdate?.(object, structuredClone(object), '')
      warnings?.(object, undefined)
    }).not.toThrow()
  })
})
