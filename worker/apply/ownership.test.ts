import { finish } from '../runtime/steps.ts'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../api/json.ts'
import { isObject } from '../api/json.ts'
import { extractItems } from './extract.ts'
import { parseFields, printFields, showPath } from './field-set.ts'
import type { MergeType } from './merge-type.ts'
import type { Owner, Owners } from './owners.ts'
import type { Versioned, Versions } from './ownership.ts'
import { Ownership } from './ownership.ts'
import type { RecordedRow } from './recorded-types.fixture.ts'
import { typeOfRow } from './recorded-types.fixture.ts'
import { mergeTyped } from './typed-merge.ts'
import { validateTyped } from './typed-validate.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

interface RecordedOwner {
  readonly apiVersion: string
  readonly applied: boolean
  readonly fieldsV1: JsonObject
}

interface Operation {
  readonly op: 'apply' | 'forceApply' | 'extractApply' | 'update' | 'changeSchema'
  readonly apiVersion: string
  readonly manager: string
  readonly object: Json
  readonly liveAfter: Json
  readonly managersAfter: Record<string, RecordedOwner>
  readonly expectConflicts?: { manager: string; path: string }[]
  readonly error?: string
  readonly schema?: string
}

interface Scenario {
  readonly id: string
  readonly converter: string
  readonly types: Record<string, RecordedRow>
  readonly ignoredFields?: Record<string, JsonObject>
  readonly ops: Operation[]
}

type Convert = (value: Json, from: string, to: string) => Json | undefined

/** Replaces the version at the end of each field name. */
const renaming: Convert = (value, from, to) => {
  if (Array.isArray(value)) return value.map((item) => renaming(item, from, to) ?? null)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key.endsWith(from) ? key.slice(0, -from.length) + to : key,
      renaming(item ?? null, from, to),
    ]),
  )
}

/**
 * Repeats the first letter of each field name as often as the number of the version. When names become equal, the
 * last one wins.
 */
const repeating: Convert = (value, _, to) => {
  if (!isObject(value)) return value
  const times = Number(to.slice(1))
  const isRoot = 'mapOfMapsRecursive' in value
  const entries = Object.keys(value)
    .sort()
    .map((key) => [isRoot ? key : key.charAt(0).repeat(times), repeating(value[key] ?? null, to, to)] as const)
  return Object.fromEntries(entries)
}

const reliant: Convert = (value, _, to) => {
  const names = ['required_field_bar', 'field_foo_rely_on_bar']
  const [from, into] = to === 'v1' ? names : names.reverse()
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key === from ? (into ?? key) : key, item]))
    : value
}

const converters: Record<string, Convert> = {
  'fixture.dummyConverter': (value) => value,
  'merge_test.renamingConverter': renaming,
  'merge_test.repeatingConverter': repeating,
  'merge_test.reliantFieldsConverter': reliant,
}

class Player implements Versions {
  readonly #scenario: Scenario
  readonly #schemas: Record<string, string>
  #types: Map<string, MergeType>
  live: Versioned | undefined
  owners: Owners = new Map()

  constructor(scenario: Scenario, schemas: Record<string, string>) {
    this.#scenario = scenario
    this.#schemas = schemas
    this.#types = new Map(Object.entries(scenario.types).map(([name, row]) => [name, typeOfRow(schemas, row)]))
  }

  #type(apiVersion: string): MergeType {
    const type = this.#types.get(apiVersion) ?? [...this.#types.values()][0]
    if (type === undefined) throw new Error(`no type for ${apiVersion}`)
    return type
  }

  convert(value: Versioned, apiVersion: string): Versioned | undefined {
    if (apiVersion === value.apiVersion) return value
    const convert = converters[this.#scenario.converter]
    const out = convert?.(value.value, value.apiVersion, apiVersion)
    return out === undefined ? undefined : { apiVersion, type: this.#type(apiVersion), value: out }
  }

  resetFields(apiVersion: string): ReturnType<Versions['resetFields']> {
    const fields = this.#scenario.ignoredFields?.[apiVersion]
    return fields && parseFields(fields)
  }

  /**
   * Merges the fields that the manager owns with the new object. A client that extracts its own fields before it applies a part
   * sends such an object.
   */
  #extended({ type, value }: Versioned, manager: string, object: Json): Json {
    const owned = this.owners.get(manager)
    return owned === undefined ? object : mergeTyped(type, extractItems(type, value, owned.fields), object)
  }

  /** Returns the conflicts of an apply; undefined when it succeeded. */
  play(operation: Operation): { manager: string; path: string }[] | undefined {
    const { op, apiVersion, manager, object } = operation
    if (op === 'changeSchema') {
      const row = { schema: operation.schema ?? '', type: apiVersion }
      this.#types = new Map(
        [...this.#types.keys()].map((name) => [name, typeOfRow(this.#schemas, { ...row, type: name })]),
      )
      if (this.live !== undefined) this.live = { ...this.live, type: this.#type(this.live.apiVersion) }
      return undefined
    }
    const type = this.#type(apiVersion)
    const live = this.convert(this.live ?? { apiVersion, type, value: null }, apiVersion) as Versioned
    const isExtended = op === 'extractApply'
    const next: Versioned = { apiVersion, type, value: isExtended ? this.#extended(live, manager, object) : object }
    const kind = op === 'update' ? 'Update' : 'Apply'
    const owner: Owner = { manager, operation: kind, subresource: '', apiVersion, time: undefined, fields: new Map() }
    const writer = { id: manager, owner }
    validateTyped(type, object, op === 'update')
    const ownership = new Ownership(this)
    this.live = live
    if (op === 'update') {
      this.owners = ownership.update({ live, next, owners: this.owners }, writer)
      this.live = next
      return undefined
    }
    const result = finish(ownership.apply({ live, config: next, owners: this.owners }, writer, op === 'forceApply'))
    if (Array.isArray(result)) return result.map(({ owner, path }) => ({ manager: owner, path: showPath(path) }))
    this.owners = result.owners
    if (result.value !== undefined) this.live = { ...live, value: result.value }
    return undefined
  }

  recorded(): Record<string, RecordedOwner> {
    return Object.fromEntries(
      [...this.owners].map(([id, { apiVersion, operation, fields }]) => [
        id,
        { apiVersion, applied: operation === 'Apply', fieldsV1: printFields(fields) },
      ]),
    )
  }
}

const sorted = (conflicts: { manager: string; path: string }[] | undefined): string[] | undefined =>
  conflicts?.map(({ manager, path }) => `${manager} ${path}`).sort()

describe('the recorded sequences of applies and updates', () => {
  const recorded = readRecording('tables', 'structured-merge-scenarios') as {
    schemas: Record<string, string>
    cases: Scenario[]
  }
  for (const scenario of recorded.cases) {
    it(scenario.id, () => {
      const player = new Player(scenario, recorded.schemas)
      for (const [i, operation] of scenario.ops.entries()) {
        const at = `step ${i}`
        if (operation.error !== undefined && operation.expectConflicts === undefined) {
          expect(() => player.play(operation), at).toThrow()
          continue
        }
        expect({ at, conflicts: sorted(player.play(operation)) }).toEqual({
          at,
          conflicts: sorted(operation.expectConflicts),
        })
        expect({ at, owners: player.recorded() }).toEqual({ at, owners: operation.managersAfter })
        expect({ at, live: player.live?.value }).toEqual({ at, live: operation.liveAfter })
      }
    })
  }
})
