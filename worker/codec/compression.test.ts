import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { acceptsGzip, gzip, prefersGzip } from './compression.ts'

it.each([
  ['gzip', true],
  ['deflate, gzip', true],
  ['GZIP', false],
  ['gzip;q=1', false],
  ['*', false],
  ['', false],
])('whether Accept-Encoding %j accepts gzip: %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected)
})

it.each([
  ['gzip', true],
  ['deflate, gzip;q=0.5', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['gzip;q=0;x=1', true],
  ['gzip, gzip;q=0', false],
  ['gzip;q=x', false],
  ['*', false],
  ['', false],
])('whether Accept-Encoding %j prefers gzip by its quality values: %s', (header, expected) => {
  expect(prefersGzip(header)).toBe(expected)
})

it('writes gzip that zlib decompresses', async () => {
  const bytes = new TextEncoder().encode('cluster '.repeat(1000))
  const packed = await gzip(bytes)
  expect(packed.length).toBeLessThan(bytes.length / 10)
  expect(new Uint8Array(gunzipSync(packed))).toEqual(bytes)
})
