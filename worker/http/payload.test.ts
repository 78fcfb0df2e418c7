import { describe, expect, it } from 'vitest'
import type { Negotiated } from '../codec/negotiation.ts'
import { payload } from './payload.ts'

const form: Negotiated = {
  format: 'json',
  mediaType: 'application/json',
  pretty: false,
  stream: false,
  transform: undefined,
}
const text = (written: string | Uint8Array, pretty = false): string =>
  new TextDecoder().decode(payload(200, written, { ...form, pretty }).body as Uint8Array)

describe('a JSON answer', () => {
  it('ends with a line feed, as in Go', () => {
    expect(text('{"a":1}')).toBe('{"a":1}\n')
    expect(text(new TextEncoder().encode('{"a":1}'))).toBe('{"a":1}\n')
  })
  it('adds no second line feed', () => {
    expect(text(new TextEncoder().encode('{"a":1}\n'))).toBe('{"a":1}\n')
  })
  it('ends without a line feed when it is indented', () => {
    expect(text('{"a":1}', true)).toBe('{\n  "a": 1\n}')
  })
})
