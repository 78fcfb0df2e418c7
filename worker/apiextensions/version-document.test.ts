import { describe, expect, it } from 'vitest'
import type { Definition, DefinitionVersion } from './definition.ts'
import { documentFor } from './version-document.ts'

const version = (name: string, field: string): DefinitionVersion => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: { type: 'object', properties: { [field]: { type: 'string' } } } },
})

const definition = {
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [version('v1', 'one'), version('v2', 'two')],
  },
} as unknown as Definition

describe('documentFor', () => {
  it('chooses the schema of the version that a body names', () => {
    expect(documentFor(definition, { kind: 'Widget', apiVersion: 'example.com/v2' })).toHaveProperty('properties.two')
  })

  it('has no field for a version that the definition does not have', () => {
    expect(documentFor(definition, { kind: 'Widget', apiVersion: 'example.com/v9' })).toEqual({ type: 'object' })
  })

  it.each([
    { kind: 'Gadget', apiVersion: 'example.com/v1' },
    { kind: 'Widget', apiVersion: 'other.com/v1' },
    { kind: 'Widget' },
  ])('allows every field in %j', (body) => {
    expect(documentFor(definition, body)).toHaveProperty('x-kubernetes-preserve-unknown-fields', true)
  })
})
