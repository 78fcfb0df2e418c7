import { describe, expect, it } from 'vitest'
import type { Json } from '../api/json.ts'
import {
  checkJsonValues,
  checkLevels,
  checkValues,
  MAX_LEVELS,
  MAX_VALUES,
  TooManyLevels,
  TooManyValues,
} from './value-count.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const list = (item: string, count: number): Uint8Array => bytes(`[${Array(count).fill(item).join()}]`)

describe('the values of a body', () => {
  it('are counted in JSON by the separators outside of strings', () => {
    expect(() => checkJsonValues(list('1', MAX_VALUES))).not.toThrow()
    expect(() => checkJsonValues(list('1', MAX_VALUES + 1))).toThrow(TooManyValues)
    expect(() => checkJsonValues(list('{}', MAX_VALUES / 2 + 1))).toThrow(TooManyValues)
    expect(() => checkJsonValues(bytes(`{"a":"${','.repeat(MAX_VALUES * 2)}"}`))).not.toThrow()
  })

  it('are not counted in strings with escaped quotes or in an unterminated string', () => {
    expect(() => checkJsonValues(bytes(`["\\"${'[,'.repeat(MAX_VALUES)}\\\\"]`))).not.toThrow()
    expect(() => checkJsonValues(bytes(`["${'[,'.repeat(MAX_VALUES)}`))).not.toThrow()
    expect(() => checkJsonValues(bytes(`["\\\\"${','.repeat(MAX_VALUES + 1)}]`))).toThrow(TooManyValues)
  })

  it('are counted in an already parsed value', () => {
    expect(() => checkValues({ a: Array(MAX_VALUES - 1).fill(null) })).not.toThrow()
    expect(() => checkValues({ a: Array(MAX_VALUES).fill(null) })).toThrow('limit is 60000 values')
  })
})

it('refuses a value with too many levels of objects and lists', () => {
  const nested = (levels: number): Json => {
    let value: Json = 1
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  expect(() => checkLevels(nested(MAX_LEVELS))).not.toThrow()
  expect(() => checkLevels(nested(MAX_LEVELS + 1))).toThrow(TooManyLevels)
  expect(() => checkLevels(nested(100_000))).toThrow(TooManyLevels)
})
