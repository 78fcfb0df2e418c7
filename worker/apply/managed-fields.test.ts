import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { noteEmpty } from '../api/given-empty.ts'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { builtinType } from '../schema/builtin/types.ts'
import type { Schema } from '../schema/schema.ts'
import { extractApplied } from './extract.ts'
import { fieldSetOf, parseFields, paths, printFields, showPath } from './field-set.ts'
import { managerOfAgent } from './manager-name.ts'
import type { Update } from './managed-fields.ts'
import { fieldsAt, ignoreTimes, updateManagedFields } from './managed-fields.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { OwnershipRules } from './ownership-rules.ts'
import type { Owner } from './owners.ts'
import { capUpdaters, compareEntries, decodeOwners, encodeOwners, ownerId } from './owners.ts'
import { readElement } from './path-element.ts'
import { conflictError, serverSideApply } from './server-side-apply.ts'
import { validateTyped } from './typed-validate.ts'
import { parentOwners, scaleOwners } from './scale-fields.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

const early = '2024-01-01T00:00:00Z'
const late = '2024-01-02T00:00:00Z'

type ResetRules = Pick<Update, 'emptyListResets' | 'resetAddsWriter'>
const real: ResetRules = { emptyListResets: true }
const specified: ResetRules = { emptyListResets: false, resetAddsWriter: true }

const configMaps: OwnershipRules = {
  schema: builtinType('api.core.v1.ConfigMap'),
  kind: { group: '', version: 'v1', kind: 'ConfigMap' },
  subresource: '',
}
const deployments: OwnershipRules = {
  schema: builtinType('api.apps.v1.Deployment'),
  kind: { group: 'apps', version: 'v1', kind: 'Deployment' },
  subresource: '',
  resetFields: () => fieldsAt('status'),
}

const configMap = (data: Record<string, string>, metadata: ApiObject['metadata'] = {}): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
})

const create = (next: ApiObject, manager = 'm', time = early): ApiObject =>
  updateManagedFields(configMaps, { live: undefined, next, manager, time, ...real })
const update = (live: ApiObject, next: ApiObject, manager = 'm', time = late): ApiObject =>
  updateManagedFields(configMaps, { live, next, manager, time, ...real })
const apply = (live: ApiObject | undefined, config: ApiObject, manager: string, force = false): ApiObject =>
  serverSideApply(configMaps, { live, config, manager, time: late, force }).object
const owners = (object: ApiObject): Record<string, string[]> =>
  Object.fromEntries(
    (object.metadata?.managedFields ?? []).map(({ manager, operation, fieldsV1 }) => [
      `${manager} ${operation}`,
      [...paths(parseFields(fieldsV1 ?? {}))].map(showPath),
    ]),
  )
const stored = (object: ApiObject): ApiObject => ({ ...object, metadata: { ...object.metadata, uid: 'u' } })

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

  it('modifies neither the live object nor the configuration', () => {
    const freeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
      return value
    }
    const live = freeze(stored(apply(undefined, configMap({ a: '1', b: '1' }), 'one')))
    expect(() => apply(live, freeze(configMap({ a: '1', c: '1' })), 'one')).not.toThrow()
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

/**
 * Not included: TestApplyNewObject and TestLargeLastApplied (their objects are files and code, not in the tables), and
 * upgrade_test.go (a migration of entries by the client).
 */
describe('the recorded tables of managedFields', () => {
  type Row = Record<string, unknown>
  const tables = readRecording('tables', 'managed-fields') as Record<string, Row[]>
  /** The recordings contain Go's field names and call markers. */
  const entry = (value: Row): ManagedFieldsEntry => {
    const fields = value['FieldsV1'] as { Raw: string } | undefined
    const names = { Manager: 'manager', Operation: 'operation', APIVersion: 'apiVersion', Subresource: 'subresource' }
    const out: JsonObject = { fieldsType: 'FieldsV1', fieldsV1: fields && (JSON.parse(fields.Raw) as JsonObject) }
    for (const [from, to] of Object.entries(names)) if (value[from] !== undefined) out[to] = String(value[from])
    const time = value['Time'] as { $id?: string; args?: string[] } | null | undefined
    if (time) out['time'] = time.args?.[0] ?? early
    return out
  }
  const entries = (value: unknown): ManagedFieldsEntry[] => ((value ?? []) as Row[]).map(entry)
  const mapping = {
    scaleVersion: 'autoscaling/v1',
    parentVersion: 'apps/v1',
    replicasPath: (apiVersion: string) => (apiVersion === 'apps/v1' ? ['spec', 'replicas'] : undefined),
  }
  const strip = (list: ManagedFieldsEntry[] | undefined): JsonObject[] =>
    (list ?? []).map((item) => JSON.parse(JSON.stringify(item)) as JsonObject)

  for (const row of tables['scalehandler_test.go:TestTransformManagedFieldsToSubresource'] ?? []) {
    it(String(row['desc']), () => {
      expect(strip(scaleOwners(mapping, entries(row['input'])))).toEqual(strip(entries(row['expected'])))
    })
  }
  for (const row of tables['scalehandler_test.go:TestTransformingManagedFieldsToParent'] ?? []) {
    it(`to the parent: ${String(row['desc'])}`, () => {
      const out = parentOwners(mapping, entries(row['parent']), entries(row['subresource']))
      expect(strip(out)).toEqual(strip(entries(row['expected'])))
    })
  }
  for (const row of tables['managedfields_test.go:TestSortEncodedManagedFields'] ?? []) {
    it(`sorts: ${String(row['name'])}`, () => {
      expect(entries(row['managedFields']).sort(compareEntries)).toEqual(entries(row['expected']))
    })
  }
  for (const row of tables['managedfields_test.go:TestBuildManagerIdentifier'] ?? []) {
    it(`identity ${String(row['expected'])}`, () => {
      const {
        manager = '',
        operation,
        apiVersion = '',
        subresource = '',
      } = parse(String(row['managedFieldsEntry'])) as ManagedFieldsEntry
      expect(ownerId({ manager, operation: operation ?? 'Update', apiVersion, subresource })).toBe(row['expected'])
    })
  }
  for (const list of (tables['roundTripManagedFieldsYAML'] ?? []) as unknown as ManagedFieldsEntry[][]) {
    // One of the recorded lists is the empty document.
    if (list === null) continue
    it(`round trip of ${JSON.stringify(list).slice(0, 60)}`, () => {
      expect(encodeOwners(new Map(decodeOwners(structuredClone(list))))).toEqual([...list].sort(compareEntries))
    })
  }
  for (const { fieldsV1 } of (tables['fieldsV1Literals'] ?? []) as { fieldsV1: JsonObject }[]) {
    it(`literal ${JSON.stringify(fieldsV1).slice(0, 40)}`, () => {
      const known = Object.fromEntries(Object.entries(fieldsV1).filter(([element]) => /^[fkvi.]/.test(element)))
      expect(printFields(new Map(parseFields(structuredClone(fieldsV1))))).toEqual(known)
    })
  }
  for (const row of tables['conflict_test.go:TestNewConflictError'] ?? []) {
    it(`conflict ${JSON.stringify(row).slice(0, 80)}`, () => {
      const expected = row['expected'] as { ErrStatus: { Message: string } }
      const conflicts = (row['conflict'] as { $pos: { Manager: string; Path: { args: string[] } }[] }).$pos
      const known = conflicts.map(({ Manager, Path }) => {
        const known = JSON.parse(Manager) as Required<ManagedFieldsEntry>
        const owner = { ...known, subresource: known.subresource ?? '', fields: new Map() }
        return { id: Manager, owner, path: Path.args.map((name) => `f:${name}`) }
      })
      const error = conflictError(
        known.map(({ id, path }) => ({ owner: id, path })),
        new Map(known.map(({ id, owner }) => [id, owner])),
      )
      // The stored identity of an owner holds no time, so no recorded answer shows one.
      expect(error.message).toBe(expected.ErrStatus.Message.replace(/ at \d\S+Z/g, ''))
    })
  }

  const call = (value: unknown): { name: string; args: unknown[] } => {
    const { $call, args = [] } = value as { $call?: string; args?: unknown[] }
    return { name: $call ?? '', args }
  }
  const own = (value: unknown): Owner => {
    const [manager, apiVersion, second, set] = call(value).args as [string, string, number, unknown]
    const fields = fieldSetOf(...(call(set).args as string[]).map((name) => [`f:${name}`]))
    const time = `2024-01-01T00:00:${10 + second}Z`
    return { manager, operation: 'Update', subresource: '', apiVersion, time, fields }
  }
  for (const row of tables['capmanagers_test.go:TestCapUpdateManagers'] ?? []) {
    it(`caps: ${String(row['name'])}`, () => {
      const given = (row['input'] as unknown[]).map(own)
      const shown = (list: Iterable<Owner>): string[] => [...list].map((one) => JSON.stringify(show(one))).sort()
      const show = ({ fields, ...rest }: Owner): object => ({ ...rest, fields: printFields(fields) })
      const capped = capUpdaters(new Map(given.map((one) => [ownerId(one), one])), 3)
      expect(shown(capped.values())).toEqual(shown((row['expected'] as unknown[]).map(own)))
    })
  }
  for (const { Raw } of (tables['fields_test.go:TestFieldsRoundTrip'] ?? []) as { Raw?: string }[]) {
    it(`round trip of ${Raw ?? 'no fields'}`, () => {
      const text = Raw ?? '{}'
      expect(JSON.stringify(printFields(new Map(parseFields(JSON.parse(text) as JsonObject))))).toBe(text)
    })
  }
  for (const row of (tables['create_test.go:TestManagerOrUserAgent'] ?? []) as Record<string, string>[]) {
    it(`manager of ${row['userAgent']?.slice(0, 20)}`, () => {
      expect(row['manager'] || managerOfAgent(row['userAgent'] ?? '')).toBe(row['expected'])
    })
  }
  for (const text of (tables['pathelement_test.go:TestPathElementRoundTrip'] ?? []) as unknown as string[]) {
    it(`path element ${text}`, () => expect(readElement(text)).toBe(text))
  }
  for (const text of (tables['pathelement_test.go:TestNewPathElementError'] ?? []) as unknown as string[]) {
    it(`no path element ${text}`, () => expect(() => readElement(text)).toThrow())
  }
  for (const row of tables['extract_test.go:TestExtractInto'] ?? []) {
    it(`extracts: ${String(row['name'])}`, () => {
      const { Object: plain, Spec, Status } = row['obj'] as Record<string, Record<string, unknown>>
      // The recordings contain Go's field names for objects that were Go structs.
      const lower = (part: object): object =>
        Object.fromEntries(Object.entries(part).map(([name, value]) => [name.toLowerCase(), value as unknown]))
      const bare = plain ?? { ...(Spec && { spec: lower(Spec) }), ...(Status && { status: lower(Status) }) }
      const managedFields = (row['managedFields'] as unknown[]).map((given): ManagedFieldsEntry => {
        const [manager, fields, subresource] = call(given).args as string[]
        const fieldsV1 = JSON.parse(fields ?? '{}') as JsonObject
        const rest = { apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1 } as const
        return { manager: manager ?? '', operation: 'Apply', ...rest, ...(subresource ? { subresource } : {}) }
      })
      const live = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { managedFields }, ...bare }
      const subresource = String(row['subresource'] ?? '')
      const {
        apiVersion: _,
        kind: __,
        metadata: ___,
        ...extracted
      } = extractApplied({ ...deployments, subresource }, live, String(row['fieldManager'])) ?? {}
      expect(extracted).toEqual(row['expectedOut'])
    })
  }

  const lastApplied = { manager: 'kubectl', annotation: 'kubectl.kubernetes.io/last-applied-configuration' }
  const kinds: Record<string, string> = {
    Deployment: 'api.apps.v1.Deployment',
    Service: 'api.core.v1.Service',
    ReplicationController: 'api.core.v1.ReplicationController',
    Pod: 'api.core.v1.Pod',
  }
  const clients = ['UsingLastAppliedAnnotation', 'Service', 'ReplicationController', 'Pod']
  for (const name of clients.map((one) => (one.startsWith('Using') ? `TestApply${one}` : `Test${one}Apply`))) {
    for (const [i, row] of (tables[`lastappliedmanager_test.go:${name}`] ?? []).entries()) {
      it(`migrates from client-side apply: ${name} ${i}`, () => {
        const read = (text: unknown): ApiObject => parse(String(text).replace(/\t/g, '  ')) as ApiObject
        const original = read(row['original'])
        const { kind = '', apiVersion = '' } = original
        const [version = '', group = ''] = apiVersion.split('/').reverse()
        const rules = { schema: builtinType(kinds[kind] ?? ''), kind: { group, version, kind }, subresource: '' }
        const text = JSON.stringify(row['lastApplied'] === undefined ? original : read(row['lastApplied']))
        const next = {
          ...original,
          metadata: { ...original.metadata, annotations: { [lastApplied.annotation]: text } },
        }
        const live = updateManagedFields(rules, { live: undefined, next, manager: 'client', time: early, ...real })
        const conflicts = (): string[] => {
          try {
            const config = read(row['applied'])
            const manager = String(row['fieldManager'])
            serverSideApply(rules, { live: stored(live), config, manager, time: late, force: false, lastApplied })
          } catch (error) {
            if (!(error instanceof StatusError)) throw error
            expect(error.code).toBe(409)
            return (error.status.details?.causes ?? []).map(({ field }) => field ?? '').sort()
          }
          return []
        }
        const expected = row['expectConflictSet'] as { fieldsV1?: JsonObject } | undefined
        expect(conflicts()).toEqual([...paths(parseFields(expected?.fieldsV1 ?? {}))].map(showPath).sort())
      })
    }
  }
  for (const row of tables['typeconverter_test.go:TestTypeConverter'] ?? []) {
    const object = parse(String(row['yaml'])) as ApiObject
    it(`has a type for ${String(row['name'])}`, () => {
      const schema = builtinType(kinds[object.kind ?? ''] ?? '')
      expect(() => validateTyped(mergeTypeOf(schema), object)).not.toThrow()
    })
  }
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

describe('capUpdaters', () => {
  it('merges owners of the same version and never counts appliers', () => {
    const owner = (manager: string, apiVersion: string, second: number, operation: 'Apply' | 'Update' = 'Update') => {
      const fields = parseFields({ [`f:${manager}`]: {} })
      return { manager, operation, apiVersion, subresource: '', time: `2024-01-01T00:00:${10 + second}Z`, fields }
    }
    const all = [
      owner('x0', 'v1', 0),
      owner('x1', 'v2', 1),
      ...Array.from({ length: 10 }, (_, i) => owner(`y${i}`, i % 2 === 0 ? 'v1' : 'v2', 2 + i)),
      owner('a', 'v1', 0, 'Apply'),
    ]
    const capped = [...capUpdaters(new Map(all.map((one) => [ownerId(one), one]))).values()]
    expect(capped.length).toBe(11)
    const ancient = capped.filter(({ manager }) => manager === 'ancient-changes')
    expect(ancient.map(({ apiVersion, fields }) => [apiVersion, printFields(fields)])).toEqual([
      ['v1', { 'f:x0': {}, 'f:y0': {} }],
      ['v2', { 'f:x1': {}, 'f:y1': {} }],
    ])
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
