import vm from 'node:vm'
import { expect, it } from 'vitest'
import { limitBuffers } from './buffer-limit.ts'

const MEGABYTE = 2 ** 20

/** Opens a realm whose buffers may use 10 MB, and returns a function that runs code in it. */
function open(): (code: string) => unknown {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
  const context = vm.createContext({ encode, structuredClone, console })
  const run = (code: string): unknown => vm.runInContext(code, context) as unknown
  // The realm gets a separate class, because the limit changes methods, and other tests of this thread use the class of the
  // thread.
  run('globalThis.TextEncoder = class { encode(text) { return encode(text) } }')
  limitBuffers(run('globalThis') as object, 10 * MEGABYTE)
  return run
}

it.each([
  ['a typed array', 'new Uint8Array(6e6)'],
  ['an ArrayBuffer', 'new ArrayBuffer(6e6)'],
  ['room to grow', 'new ArrayBuffer(1, { maxByteLength: 6e6 })'],
  ['numbers of 8 bytes', 'new Float64Array(75e4)'],
  ['a class that the handler defines', 'new (class extends Uint8Array { get buffer() { return null } })(6e6)'],
  ['a construction for another class', 'Reflect.construct(Uint8Array, [6e6], Object)'],
  ['the constructor of an array', 'new (new Uint8Array(1).constructor)(6e6)'],
  ['an inherited constructor', 'new (Object.getPrototypeOf(new Uint8Array(1)).constructor)(6e6)'],
  ['an array-like', 'Uint8Array.from({ length: 6e6 })'],
  ['a copy', 'small.slice()', 'const small = new Uint8Array(6e6)'],
  ['a copy without a class', 'small.constructor = undefined, small.slice()', 'const small = new Uint8Array(6e6)'],
  ['a mapped array', 'small.map(() => 1)', 'const small = new Uint8Array(6e6)'],
  ['a sorted copy', 'small.toSorted?.() ?? small.slice()', 'const small = new Uint8Array(6e6)'],
  ['a copied ArrayBuffer', 'small.slice(0)', 'const small = new ArrayBuffer(6e6)'],
  ['encoded text', "new TextEncoder().encode('x'.repeat(6e6))"],
  ['a clone', '(structuredClone({ list: [new Map([[1, small]])] }))', 'const small = new Uint8Array(6e6)'],
])('refuses buffers above the limit: %s', (_, made, before = '') => {
  const run = open()
  run(`const kept = []; ${before}`)
  expect(() => run(`for (let n = 0; n < 4; n++) kept.push(${made})`)).toThrow(
    /the buffers of the handler would use 1\d MB; the limit is 10/,
  )
  expect(run('kept.length')).toBeLessThan(2)
})

it('refuses buffers above the limit even when the handler has replaced functions that the counter uses', () => {
  const run = open()
  run(`
    WeakSet.prototype.has = () => true
    Reflect.apply = Reflect.construct = Math.round = () => undefined
    FinalizationRegistry.prototype.register = () => { throw new Error('replaced') }
    Array.prototype[Symbol.iterator] = () => { throw new Error('replaced') }
    const kept = []
  `)
  expect(() => run('kept[0] = new Uint8Array(6e6), kept[1] = new Uint8Array(6e6)')).toThrow('the limit is 10')
})

it('does not change the visible properties of the classes', () => {
  const run = open()
  const facts = run(`[
    new Uint8Array([1, 2]) instanceof Uint8Array,
    new Uint8Array(2).constructor === Uint8Array,
    Uint8Array.name, Uint8Array.BYTES_PER_ELEMENT, new Uint8Array([3, 1]).sort().join(),
    Uint8Array.prototype.slice.name, Uint8Array.prototype.slice.length,
    new (class Mine extends Uint8Array {})(1).constructor.name,
    new Uint8Array(4).subarray(1).length, new DataView(new ArrayBuffer(2)).byteLength,
    ArrayBuffer.isView(new DataView(new ArrayBuffer(2))), Object.prototype.toString.call(new Uint8Array(1)),
    JSON.stringify(structuredClone({ a: [1, new Date(0)] })),
  ].map(String)`)
  const expected =
    'true true Uint8Array 1 1,3 slice 2 Mine 3 2 true [object-Uint8Array] {"a":[1,"1970-01-01T00:00:00.000Z"]}'
  expect(facts).toEqual(expected.split(' ').map((word) => word.replace('object-', 'object ')))
})

it('counts a view of a counted buffer once', () => {
  const run = open()
  expect(() =>
    run('const buffer = new ArrayBuffer(6e6), views = [1, 2, 3].map(() => new Uint8Array(buffer))'),
  ).not.toThrow()
})

it('does not change other realms', () => {
  const { encode } = TextEncoder.prototype
  const run = open()
  run('new TextEncoder().encode("a")')
  expect(TextEncoder.prototype.encode).toBe(encode)
  expect(new Uint8Array(20 * MEGABYTE)).toHaveLength(20 * MEGABYTE)
})

it('removes memory that it cannot count', () => {
  expect(open()('[typeof WebAssembly, typeof SharedArrayBuffer].join()')).toBe('undefined,undefined')
})
