import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import type { Json, JsonObject } from '../api/json.ts'
import { extractItems } from './extract.ts'
import { equalSets, parseFields, printFields } from './field-set.ts'
import { inOrder, readElement } from './path-element.ts'
import type { RecordedRow } from './recorded-types.fixture.ts'
import { typeOfRow } from './recorded-types.fixture.ts'
import { reconcileWithType } from './reconcile.ts'
import { setFromObject } from './set-from-object.ts'
import { compareTyped } from './typed-compare.ts'
import { mergeTyped } from './typed-merge.ts'
import { removeItems } from './typed-remove.ts'
import { validateTyped } from './typed-validate.ts'
import { readRecording } from '../../tests/recordings/archive.ts'

interface Row extends RecordedRow {
  readonly group?: string
  readonly i?: number
  readonly [key: string]: unknown
}

type Tables = Record<string, Row[]> & { schemas: Record<string, string> }

describe('the recorded tables of typed values', () => {
  const tables = readRecording('tables', 'structured-merge-values') as Tables
  const rows = (...names: string[]): Row[] => names.flatMap((name) => tables[name] ?? [])
  const name = (row: Row): string => `${row.group ?? 'deduced'} ${row.i ?? ''} ${JSON.stringify(row).slice(0, 80)}`
  const each = (names: string[], test: (row: Row, type: ReturnType<typeof typeOfRow>) => void): void => {
    for (const row of rows(...names)) it(`${names[0]}: ${name(row)}`, () => test(row, typeOfRow(tables.schemas, row)))
  }
  // Some recorded rows have an extra brace.
  const value = (text: unknown): Json => parseDocument(String(text)).toJS() as Json

  each(['merge', 'mergeDeduced'], (row, type) => {
    expect(mergeTyped(type, value(row['lhs']), value(row['rhs']))).toEqual(value(row['out']))
  })
  each(['toset', 'tosetDeduced'], (row, type) => {
    expect(printFields(setFromObject(type, value(row['object'])))).toEqual(row['fieldsV1'])
  })
  each(['symdiff', 'symdiffDeduced'], (row, type) => {
    const { added, modified, removed } = compareTyped(type, value(row['lhs']), value(row['rhs']))
    expect({ added: printFields(added), modified: printFields(modified), removed: printFields(removed) }).toEqual({
      added: row['added'],
      modified: row['modified'],
      removed: row['removed'],
    })
  })
  each(['remove'], (row, type) => {
    const removed = removeItems(type, value(row['object']), parseFields(row['fieldsV1'] as JsonObject))
    // No outcome is recorded for items that lose their own keys.
    if (row['removeOutput'] !== 'unparseable') expect(removed).toEqual(value(row['removeOutput']))
  })
  each(['reversibleExtract'], (row, type) => {
    for (const text of [row['object'], row['pso']]) {
      const object = value(text)
      const extracted = extractItems(type, object, setFromObject(type, object))
      expect(equalSets(setFromObject(type, extracted), setFromObject(type, object))).toBe(true)
      expect(mergeTyped(type, object, extracted)).toEqual(object)
    }
  })
  each(['validate'], (row, type) => {
    const run = (): void => validateTyped(type, value(row['object']), row['result'] === 'validWithDuplicates')
    if (String(row['result']).startsWith('valid')) expect(run).not.toThrow()
    else expect(run).toThrow()
  })

  for (const row of rows('reconcile')) {
    it(`reconcile: ${name(row)}`, () => {
      const before = parseFields(row['oldFieldsV1'] as JsonObject)
      const after = reconcileWithType(
        before,
        typeOfRow(tables.schemas, { type: row.type, schema: String(row['newSchema']) }),
      )
      if (row['fixedFieldsV1'] === null) expect(equalSets(after, before)).toBe(true)
      else expect(printFields(after)).toEqual(row['fixedFieldsV1'])
    })
  }
  for (const text of rows('pathElementRoundTrip') as unknown as string[]) {
    it(`path element ${text}`, () => expect(readElement(text)).toBe(text))
  }
  for (const text of rows('pathElementError') as unknown as string[]) {
    it(`no path element ${text}`, () => expect(() => readElement(text)).toThrow())
  }
  for (const text of rows('fieldsV1RoundTrip') as unknown as string[]) {
    it(`fields ${text.slice(0, 40)}`, () => {
      const fields = JSON.parse(text) as JsonObject
      const copy = printFields(new Map(parseFields(fields)))
      expect(JSON.stringify(copy)).toBe(text)
    })
  }
})

describe('order of path elements', () => {
  it('is by kind, then by content', () => {
    const sorted = [
      'f:a',
      'f:b',
      'k:{"name":"a"}',
      'k:{"port":9}',
      'k:{"port":80}',
      'v:2',
      'v:10',
      'v:"a"',
      'v:true',
      'i:2',
      'i:10',
    ]
    expect(inOrder([...sorted].reverse())).toEqual(sorted)
  })
})
