import { describe, expect, it } from 'vitest'
import type { Definition } from '../../apiextensions/definition.ts'
import { customVersion } from '../../apiextensions/custom-version.ts'
import { dialects } from '../../dialect/dialect.ts'
import { withMistyped } from '../../schema/custom/mistyped.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import type { Resource, ResourceVersion } from '../../resources/resource.ts'
import { patched } from './patched.ts'
import type { Hook } from './webhook.ts'

const definition: Definition = {
  metadata: { name: 'things.o.io' },
  spec: {
    group: 'o.io',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
}

const thing = { apiVersion: 'o.io/v1', kind: 'Thing', metadata: { name: 'a', namespace: 'n' }, spec: { size: 1 } }

function thingVersion() {
  const [own] = definition.spec.versions
  if (own === undefined) throw new Error('the definition has one version')
  return customVersion(definition, own, { dialect: dialects.k8s, ratchets: true })
}

function patchedThing(...operations: object[]) {
  const custom = thingVersion()
  // The function reads these parts of a custom resource only.
  const version = { version: 'v1', schema: { name: 'Thing' }, custom } as unknown as ResourceVersion
  const resource = { versions: [version] } as unknown as Resource
  const form = { resource, version, schema: version.schema, kind: { group: 'o.io', version: 'v1', kind: 'Thing' } }
  const verdict = { allowed: true, patch: JSON.stringify(operations), patchType: 'JSONPatch', warnings: [] }
  const catalog = buildCatalog({ dialect: dialects.k8s })
  return patched({ name: 'm.o.io' } as Hook, verdict as never, structuredClone(thing), { form, catalog })
}

describe('the patch of a custom resource', () => {
  it('keeps malformed metadata, unknown fields, empty lists and nulls for the next hook', () => {
    const metadata = { ...thing.metadata, labels: { a: 5 }, finalizers: [], extra: 1, creationTimestamp: null }
    const spec = { size: null, unknown: 1 }
    const replaced = Object.entries({ metadata, spec }).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }))
    const next = patchedThing(...replaced)
    expect(next && withMistyped(next)).toMatchObject({ ...thing, metadata, spec })
    expect(Object.keys(next?.metadata ?? {})).not.toContain('labels')
  })

  it('loses malformed metadata when it is stored, unless its version is another one', () => {
    const next = patchedThing({ op: 'add', path: '/metadata/labels', value: { a: 5 } })
    if (next === undefined) throw new Error('the patch has an operation')
    expect(thingVersion().toStored(next)).toEqual(expect.objectContaining({ ...thing, metadata: thing.metadata }))
    expect(() => thingVersion().toStored({ ...next, apiVersion: 'o.io/v2' })).toThrow(
      'json: cannot unmarshal number into Go struct field',
    )
  })

  it.each([
    [{ op: 'remove', path: '/kind' }, 500, "Internal error occurred: Object 'Kind' is missing in '{\"apiVersion\""],
    [{ op: 'replace', path: '/kind', value: 'Other' }, 422, 'Other.o.io "a" is invalid: kind: Invalid value: "Other"'],
    [
      { op: 'replace', path: '/apiVersion', value: 'o.io/v2' },
      500,
      'request to convert CR from an invalid group/version: o.io/v2',
    ],
    [
      { op: 'replace', path: '/apiVersion', value: 'p.io/v1' },
      500,
      'p.io/v1, Kind=Thing is unstructured and is not suitable for converting to "o.io/v1"',
    ],
    [
      { op: 'remove', path: '/apiVersion' },
      500,
      '/, Kind=Thing is unstructured and is not suitable for converting to "o.io/v1"',
    ],
  ])('is refused for another type: %o', (operation, code, message) => {
    expect(() => patchedThing(operation)).toThrow(
      expect.objectContaining({ status: expect.objectContaining({ code }), message: expect.stringContaining(message) }),
    )
  })
})
