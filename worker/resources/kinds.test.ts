import { describe, expect, it } from 'vitest'
import { dialects } from '../dialect/dialect.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.svc, runtimeConfig: { 'api/all': true } })
const resources = await Promise.all(catalog.all().map(async (facts) => catalog.resolve(facts)))
const versions = resources.flatMap((resource) =>
  resource.versions.map((version) => ({ name: `${version.apiVersion} ${resource.name}`, resource, version })),
)

describe('every kind', () => {
  it.each(versions)('$name has defaults only for fields of its type', ({ version, resource }) => {
    const object = { metadata: { name: 'a' } }
    expect(() => resource.behaviour.defaults.get(version.version)?.(object)).not.toThrow()
  })

  it.each(versions)('$name validates an empty object without throwing', ({ version, resource }) => {
    const object = { kind: resource.kind, apiVersion: version.apiVersion, metadata: { name: 'a' } }
    const { defaults, validate, validateUpdate, warnings, dropGated } = resource.behaviour
    expect(() => {
      defaults.get(version.version)?.(object)
      dropGated?.(object)
      validate?.(object)
      validateUpdate?.(object, structuredClone(object), '')
      warnings?.(object, undefined)
    }).not.toThrow()
  })
})
