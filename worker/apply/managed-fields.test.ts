import { describe, expect, it } from 'vitest'
import { noteEmpty } from '../api/given-empty.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { Schema } from '../schema/schema.ts'
import { ignoreTimes, updateManagedFields } from './managed-fields.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import {
  early,
  late,
  real,
  specified,
  configMaps,
  deployments,
  configMap,
  create,
  update,
  owners,
  stored,
} from './managed-fields.fixture.ts'
import type { ResetRules } from './managed-fields.fixture.ts'

describe('updateManagedFields', () => {
  it('gives the creator all fields but the unowned metadata', () => {
    const object = create(configMap({ k: 'v' }, { labels: { l: '1' }, creationTimestamp: null, uid: '1' }))
    expect(owners(object)).toEqual({
      'm Update': ['.data', '.data.k', '.metadata.labels', '.metadata.labels.l'],
    })
    expect(object.metadata?.managedFields?.[0]).toMatchObject({ apiVersion: 'v1', time: early, fieldsType: 'FieldsV1' })
  })

  it('gives the creator no structs that a kind always has', () => {
    const pod = updateManagedFields(
      { schema: builtinType('api.core.v1.Pod'), kind: { group: '', version: 'v1', kind: 'Pod' }, subresource: '' },
      {
        live: undefined,
        next: { spec: { containers: [{ name: 'c', resources: {} }] }, status: {} },
        manager: 'm',
        time: early,
        ...real,
      },
    )
    expect(pod.metadata?.managedFields?.[0]?.fieldsV1).toEqual({
      'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:resources': {} } } },
    })
  })

  it('keeps the entry of an owner that loses nothing, and moves changed fields to the writer', () => {
    const first = stored(create(configMap({ a: '1', b: '1' })))
    const second = update(first, configMap({ a: '1', b: '2', c: '1' }, { uid: 'u' }), 'other')
    expect(owners(second)).toEqual({ 'm Update': ['.data', '.data.a'], 'other Update': ['.data.b', '.data.c'] })
    const third = update(stored(second), configMap({ a: '1', b: '2', c: '1', d: '1' }, { uid: 'u' }), 'third')
    expect(third.metadata?.managedFields?.[0]).toBe(second.metadata?.managedFields?.[0])
  })

  it('moves a list to a writer whose items have an empty list that the stored items lack', () => {
    const roles: OwnershipRules = {
      schema: builtinType('api.rbac.v1.Role'),
      kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' },
      subresource: '',
    }
    const role = (rule: JsonObject, metadata: ApiObject['metadata'] = {}): ApiObject => ({
      metadata: { name: 'a', ...metadata },
      rules: [rule],
    })
    const live = stored(
      updateManagedFields(roles, {
        live: undefined,
        next: role({ verbs: ['get'] }),
        manager: 'm',
        time: early,
        ...real,
      }),
    )
    const rule: JsonObject = { verbs: ['get'] }
    const same = updateManagedFields(roles, {
      live,
      next: role({ ...rule }, { uid: 'u' }),
      manager: 'other',
      time: late,
      ...real,
    })
    expect(owners(same)).toEqual({ 'm Update': ['.rules'] })
    noteEmpty(rule, 'resourceNames', [])
    const next = updateManagedFields(roles, {
      live,
      next: role(rule, { uid: 'u' }),
      manager: 'other',
      time: late,
      ...real,
    })
    expect(owners(next)).toEqual({ 'other Update': ['.rules'] })
  })

  it('removes deleted fields from all owners', () => {
    const first = stored(create(configMap({ a: '1', b: '1' })))
    expect(owners(update(first, configMap({ a: '1' }, { uid: 'u' }), 'other'))).toEqual({
      'm Update': ['.data', '.data.a'],
    })
  })

  it('keeps the entries of an unchanged object, times included', () => {
    const first = stored(create(configMap({ a: '1' })))
    const second = update(first, configMap({ a: '1' }, { uid: 'u' }), 'other')
    expect(second.metadata?.managedFields).toEqual(first.metadata?.managedFields)
  })

  it('resets by one empty entry, and by an empty list when the option says so', () => {
    const first = stored(create(configMap({ a: '1' })))
    const after = (managedFields: ManagedFieldsEntry[], reset: ResetRules): ApiObject =>
      updateManagedFields(configMaps, {
        live: first,
        next: configMap({ a: '1', b: '1' }, { uid: 'u', managedFields }),
        manager: 'other',
        time: late,
        ...reset,
      })
    expect(after([{}], real).metadata?.managedFields).toBeUndefined()
    expect(after([], real).metadata?.managedFields).toBeUndefined()
    expect(owners(after([{}], specified))).toEqual({ 'other Update': ['.data.b'] })
    expect(owners(after([], specified))).toEqual({ 'm Update': ['.data', '.data.a'], 'other Update': ['.data.b'] })
  })

  it('falls back to the stored owners when the owners in the request are malformed', () => {
    const first = stored(create(configMap({ a: '1' })))
    const broken = [{ manager: 'x', apiVersion: 'v1', fieldsType: 'FieldsV1' as const }]
    const second = update(first, configMap({ a: '1' }, { uid: 'u', managedFields: broken }))
    expect(owners(second)).toEqual(owners(first))
  })

  it('stores no owners when an entry in the request has a malformed apiVersion', () => {
    const entry = { manager: 'x', operation: 'Update', apiVersion: 'a/b/c', fieldsType: 'FieldsV1', fieldsV1: {} }
    const managedFields = [entry as ManagedFieldsEntry]
    expect(create(configMap({ a: '1' }, { managedFields })).metadata?.managedFields).toBeUndefined()
    const live = create(configMap({ a: '1' }))
    expect(update(live, configMap({ a: '2' }, { managedFields })).metadata?.managedFields).toBeUndefined()
  })

  it('gives the writer no reset fields', () => {
    const next = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 1 }, status: { replicas: 3 } }
    const object = updateManagedFields(deployments, { live: undefined, next, manager: 'm', time: early, ...real })
    expect(owners(object)).toEqual({ 'm Update': ['.spec.replicas'] })
  })

  it('merges more than ten Update owners into ancient-changes', () => {
    let object = stored(create(configMap({ k0: '' }), 'u0', '2024-01-01T00:00:00Z'))
    for (let i = 1; i <= 11; i++) {
      const data = { ...(object['data'] as Record<string, string>), [`k${i}`]: '' }
      object = update(object, configMap(data, { uid: 'u' }), `u${i}`, `2024-01-01T00:00:${String(i).padStart(2, '0')}Z`)
    }
    const entries = object.metadata?.managedFields ?? []
    expect(entries.length).toBe(10)
    expect(entries[0]).toMatchObject({ manager: 'ancient-changes', time: '2024-01-01T00:00:02Z' })
    expect(owners(object)['ancient-changes Update']).toEqual(['.data', '.data.k0', '.data.k1', '.data.k2'])
  })

  it('converts owners of another version, and drops owners of an unserved one', () => {
    const schema: Schema = configMaps.schema
    const convert: OwnershipRules['convert'] = (object, apiVersion) =>
      apiVersion === 'v2' ? { schema, object: { ...object, binaryData: object['data'], data: undefined } } : undefined
    const entry = (manager: string, apiVersion: string, fieldsV1: JsonObject): ManagedFieldsEntry => ({
      manager,
      operation: 'Update',
      apiVersion,
      time: early,
      fieldsType: 'FieldsV1',
      fieldsV1,
    })
    const managedFields = [
      entry('new', 'v2', { 'f:binaryData': { 'f:a': {}, 'f:b': {} } }),
      entry('gone', 'v0', { 'f:data': { 'f:a': {} } }),
    ]
    const object = updateManagedFields(
      { ...configMaps, convert },
      {
        live: configMap({ a: '1', b: '1' }, { uid: 'u', managedFields }),
        next: configMap({ a: '2', b: '1' }, { uid: 'u' }),
        manager: 'm',
        time: late,
        ...real,
      },
    )
    expect(owners(object)).toEqual({ 'new Update': ['.binaryData.b'], 'm Update': ['.data.a'] })
  })
})

describe('ignoreTimes', () => {
  it('returns the stored object when only times differ', () => {
    const live = create(configMap({ a: '1' }))
    const entries = live.metadata?.managedFields?.map((entry) => ({ ...entry, time: late }))
    const next = { ...live, metadata: { ...live.metadata, managedFields: entries } }
    expect(ignoreTimes(live, next)).toBe(live)
    expect(ignoreTimes(live, { ...next, data: { a: '2' } })).not.toBe(live)
  })
})

describe('the fields of a creation', () => {
  const fields = (object: ApiObject): unknown => create(object).metadata?.managedFields?.[0]?.fieldsV1

  it('are shared by objects of the same shape', () => {
    const one = fields(configMap({ a: '1', b: '' }, { labels: { l: 'x' } }))
    expect(fields(configMap({ a: 'other', b: 'y' }, { name: 'b', labels: { l: 'z' } }))).toBe(one)
    expect(fields(configMap({ a: '1' }, { labels: { l: 'x' } }))).not.toEqual(one)
    expect(fields(configMap({ 'a+1:b': '1' }))).toEqual({ 'f:data': { '.': {}, 'f:a+1:b': {} } })
  })

  it('include a value that differs from the written zero value', () => {
    const role = (rules: string[] | null): ApiObject => ({ metadata: { name: 'a' }, rules })
    const roles: OwnershipRules = {
      schema: builtinType('api.rbac.v1.Role'),
      kind: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' },
      subresource: '',
    }
    const owned = (next: ApiObject): unknown =>
      updateManagedFields(roles, { live: undefined, next, manager: 'm', time: early, ...real }).metadata?.managedFields
    expect(owned(role(null))).toBeUndefined()
    expect(owned(role([]))).toMatchObject([{ fieldsV1: { 'f:rules': {} } }])
  })
})
