import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import { serverSideApply } from './server-side-apply.ts'
import { early, late, configMaps, configMap, create, update, apply, owners, stored } from './managed-fields.fixture.ts'

describe('serverSideApply', () => {
  const refused = (run: () => unknown): StatusError => {
    try {
      run()
    } catch (error) {
      if (error instanceof StatusError) return error
      throw error
    }
    throw new Error('it was accepted')
  }

  it('creates the object and owns exactly the configured fields', () => {
    expect(owners(apply(undefined, configMap({ a: '1' }), 'm'))).toEqual({ 'm Apply': ['.data.a'] })
  })

  it('shares a field with the same value, and gives up omitted fields', () => {
    const first = stored(apply(undefined, configMap({ a: '1', b: '1' }), 'one'))
    const second = apply(first, configMap({ a: '1' }), 'two')
    expect(owners(second)).toEqual({ 'one Apply': ['.data.a', '.data.b'], 'two Apply': ['.data.a'] })
    expect(second.metadata?.managedFields?.find(({ manager }) => manager === 'two')?.time).toBeUndefined()
    const third = apply(second, configMap({}), 'one')
    expect(third['data']).toEqual({ a: '1' })
  })

  it('reports one conflict in a line and several in a list', () => {
    const live = stored(apply(undefined, configMap({ a: '1', b: '1' }), 'one'))
    const one = refused(() => apply(live, configMap({ a: '2' }), 'two'))
    expect(one.status).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
      details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' }] },
    })
    const updated = stored(update(live, configMap({ a: '1', b: '2' }, { uid: 'u' }), 'up'))
    const two = refused(() => apply(updated, configMap({ a: '2', b: '3' }), 'two'))
    expect(two.message).toBe(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\nconflicts with "up" using v1:\n- .data.b',
    )
  })

  it('takes the conflicting field when forced', () => {
    const live = stored(apply(undefined, configMap({ a: '1', b: '1' }), 'one'))
    const forced = apply(live, configMap({ a: '2' }), 'two', true)
    expect(forced['data']).toEqual({ a: '2', b: '1' })
    expect(owners(forced)).toEqual({ 'one Apply': ['.data.b'], 'two Apply': ['.data.a'] })
  })

  it('reports an unchanged object and shares the live value', () => {
    const live = stored(apply(undefined, configMap({ a: '1' }), 'one'))
    const again = serverSideApply(configMaps, {
      live,
      config: configMap({ a: '1' }),
      manager: 'one',
      time: early,
      force: false,
    })
    expect(again.changed).toBe(false)
    expect(again.object['data']).toBe(live['data'])
    expect(again.object.metadata?.managedFields).toEqual(live.metadata?.managedFields)
  })

  it('gives an object without owners to before-first-apply', () => {
    const live = configMap({ a: '1' }, { uid: 'u' })
    const conflict = refused(() => apply(live, configMap({ a: '2' }), 'one'))
    expect(conflict.message).toBe('Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a')
    expect(owners(apply(live, configMap({ a: '1' }), 'one'))).toEqual({
      'one Apply': ['.data.a'],
      'before-first-apply Update': ['.data', '.data.a'],
    })
  })

  it('reads the apiVersion /v1 as v1', () => {
    const object = apply(undefined, { ...configMap({ a: '1' }), apiVersion: '/v1' }, 'm')
    expect(object).toMatchObject({ apiVersion: 'v1', data: { a: '1' } })
    for (const apiVersion of ['/', 'v1/', '//v1', '/v2']) {
      expect(() => apply(undefined, { ...configMap({}), apiVersion }, 'm')).toThrow('invalid object type: ')
    }
  })

  it('refuses malformed configurations with the recorded messages', () => {
    const status = (config: ApiObject): JsonObject => refused(() => apply(undefined, config, 'm')).status
    expect(status({})).toMatchObject({ code: 400, message: 'invalid object type: /, Kind=' })
    expect(status({ ...configMap({}), kind: 'Secret' })).toMatchObject({
      message: 'invalid object type: /v1, Kind=Secret',
    })
    expect(status(configMap({}, { managedFields: [] }))).toMatchObject({
      code: 400,
      message: 'metadata.managedFields must be nil',
    })
    const prefix = 'failed to create typed patch object (/a; /v1, Kind=ConfigMap): '
    expect(status({ ...configMap({}), x: 1 })).toMatchObject({
      code: 500,
      message: `${prefix}.x: field not declared in schema`,
    })
    expect(status({ ...configMap({}), data: { k: [1, { a: 'b' }] } })).toMatchObject({
      message:
        `${prefix}.data.k: expected string, got &value.valueUnstructured` +
        '{Value:[]interface {}{1, map[string]interface {}{"a":"b"}}}',
    })
    expect(status(configMap({}, { finalizers: ['e/a', 'e/a'] }))).toMatchObject({
      message: `${prefix}.metadata.finalizers: duplicate entries for key [="e/a"]`,
    })
  })

  it('refuses an apply to an object whose list items lack their key, and names the list', () => {
    const finalizers: JsonObject = { finalizers: [null] }
    const live = configMap(
      { a: '1' },
      { ...finalizers, managedFields: create(configMap({ a: '1' }), 'one').metadata?.managedFields },
    )
    expect(refused(() => apply(live, configMap({}, { finalizers: ['e/a'] }), 'two')).status).toMatchObject({
      code: 500,
      message:
        'failed to create typed live object (/a; /v1, Kind=ConfigMap): ' +
        ".metadata.finalizers: element 0: associative list without keys has an element that's an explicit null",
    })
  })

  it('refuses an object without owners whose list items lack their key before it reads the configuration', () => {
    const finalizers: JsonObject = { finalizers: [null] }
    const live = configMap({}, finalizers)
    expect(refused(() => apply(live, { ...configMap({}), x: 1 }, 'two')).status).toMatchObject({
      code: 500,
      message: expect.stringContaining(
        'failed to create manager for existing fields: failed to convert new object (/a; /v1, Kind=ConfigMap) to smd typed: .metadata',
      ) as string,
    })
  })

  it('lets the manager of client-side apply take the fields in its annotation', () => {
    const lastApplied = { manager: 'client', annotation: 'last' }
    const last = JSON.stringify(configMap({ a: '1', b: '1' }))
    const live = stored(create(configMap({ a: '1', b: '1' }, { annotations: { last } }), 'client-side'))
    const run = (data: Record<string, string>, manager = 'client'): ApiObject =>
      serverSideApply(configMaps, { live, config: configMap(data), manager, time: late, force: false, lastApplied })
        .object
    const taken = run({ a: '<2>', b: '1' })
    expect(taken['data']).toEqual({ a: '<2>', b: '1' })
    expect(taken.metadata?.annotations?.['last']).toBe(
      '{"apiVersion":"v1","data":{"a":"\\u003c2\\u003e","b":"1"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    )
    expect(refused(() => run({ a: '2' }, 'another')).code).toBe(409)
  })

  it('writes a configuration with null annotations to the annotation of client-side apply, without them', () => {
    const lastApplied = { manager: 'client', annotation: 'last' }
    const live = stored(create(configMap({ a: '1' }, { annotations: { last: '{}' } }), 'client-side'))
    const run = (metadata: JsonObject): ApiObject => {
      const config = configMap({ a: '1' }, metadata)
      return serverSideApply(configMaps, { live, config, manager: 'client', time: late, force: true, lastApplied })
        .object
    }
    const text = '{"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"name":"a"}}\n'
    expect(run({ annotations: null }).metadata?.annotations?.['last']).toBe(text)
    expect(run({ annotations: { x: null } }).metadata?.annotations?.['last']).toBe(text)
    expect(run({ annotations: {} }).metadata?.annotations?.['last']).toContain('"metadata":{"annotations":{},')
  })

  it('modifies neither the live object nor the configuration', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const live = freeze(stored(apply(undefined, configMap({ a: '1', b: '1' }), 'one')))
    expect(() => apply(live, freeze(configMap({ a: '1', c: '1' })), 'one')).not.toThrow()
  })
})

describe('a kind that the real server cannot convert', () => {
  const unconvertible: OwnershipRules = { ...configMaps, conversionError: 'why' }
  const config = configMap({ k: 'v' })
  const applied =
    (live: ApiObject, next: ApiObject, force = false) =>
    () =>
      serverSideApply(unconvertible, { live, config: next, manager: 'n', time: late, force })

  it('fails when the apply has to convert the object', () => {
    const tracked = stored(apply(undefined, config, 'm'))
    expect(applied(stored(config), config)).toThrow(
      'failed to create manager for existing fields: failed to convert live object (/; /v1, Kind=ConfigMap) to proper version: why',
    )
    expect(applied(tracked, configMap({ k: 'w' }))).toThrow('Apply failed with 1 conflict')
    expect(applied(tracked, configMap({ k: 'w' }), true)).toThrow(
      'failed to convert new object (/a; /v1, Kind=ConfigMap) to proper version: why',
    )
    expect(applied(tracked, config)).not.toThrow()
  })
})
