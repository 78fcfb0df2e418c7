import { expect, it } from 'vitest'
import { structuredCopy } from './structured-clone.ts'

class Point {
  readonly x = 1
  #hidden = 2
  sum(): number {
    return this.x + this.#hidden
  }
}

it.each([
  ['values that are not objects', [1, 'a', true, null, undefined, 10n, Number.NaN, -0]],
  ['objects', { a: { b: [1, undefined] }, ['__proto__']: 1 }],
  ['dates and expressions', [new Date(5), /a+/giu]],
  ['maps and sets', [new Map<unknown, unknown>([[{ key: 1 }, new Set([1, 'a'])]])]],
  ['bytes', [Uint8Array.of(1, 2, 3).subarray(1), Float64Array.of(1.5), new DataView(new ArrayBuffer(4), 1, 2)]],
  ['a sparse list', Object.assign([1], { 2: 3 })],
  ['an object of a class', new Point()],
])('copies %s as the platform does', (_, value) => {
  const copy = structuredCopy(value)
  expect(copy).toStrictEqual(structuredClone(value))
  expect(copy).not.toBe(value)
})

it('copies errors with their name, message and cause', () => {
  const copy = structuredCopy(new RangeError('too large', { cause: { limit: 1 } })) as Error
  expect([copy instanceof Error, copy.name, copy.message, copy.cause]).toEqual([
    true,
    'RangeError',
    'too large',
    { limit: 1 },
  ])
})

it('copies cycles, and makes one copy of an object that occurs twice', () => {
  const shared = { a: 1 }
  const value: Record<string, unknown> = { first: shared, second: shared }
  value['self'] = value
  const copy = structuredCopy(value) as typeof value
  expect(copy['self']).toBe(copy)
  expect(copy['first']).toBe(copy['second'])
  expect(copy['first']).not.toBe(shared)
})

it('makes one copy of a buffer with two views', () => {
  const buffer = new ArrayBuffer(4)
  const [first, second] = structuredCopy([new Uint8Array(buffer), new Uint16Array(buffer)]) as [Uint8Array, Uint16Array]
  expect(first.buffer).toBe(second.buffer)
  expect(first.buffer).not.toBe(buffer)
})

it.each([
  ['a function', () => 1],
  ['a method', { run() {} }],
  ['a symbol', [Symbol('a')]],
  ['a promise', Promise.resolve()],
  ['a weak map', new WeakMap()],
])('throws DataCloneError for %s, as the platform does', (_, value) => {
  const nameOf = (clone: (value: unknown) => unknown): string => {
    try {
      clone(value)
      return 'copied'
    } catch (error) {
      return (error as Error).name
    }
  }
  expect(nameOf(structuredCopy)).toBe('DataCloneError')
  expect(nameOf(structuredClone)).toBe('DataCloneError')
})
