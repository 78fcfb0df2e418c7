import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject, ManagedFieldsEntry } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { extractApplied } from './extract.ts'
import { fieldSetOf, parseFields, paths, printFields, showPath } from './field-set.ts'
import { managerOfAgent } from './manager-name.ts'
import { updateManagedFields } from './managed-fields.ts'
import { mergeTypeOf } from './merge-type.ts'
import type { Owner } from './owners.ts'
import { capUpdaters, compareEntries, decodeOwners, encodeOwners, ownerId } from './owners.ts'
import { readElement } from './path-element.ts'
import { conflictError, serverSideApply } from './server-side-apply.ts'
import { validateTyped } from './typed-validate.ts'
import { parentOwners, scaleOwners } from './scale-fields.ts'
import { readRecording } from '../../tests/recordings/archive.ts'
import { deployments, early, late, real, stored } from './managed-fields.fixture.ts'

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
