import { describe, expect, it } from 'vitest'
import { badRequest } from '../api/status.ts'
import { loadYamlWriterFor } from '../codec/lazy-yaml.ts'
import type { Negotiated } from '../codec/negotiation.ts'
import { failurePayload, type Payload, payload, respond } from './payload.ts'

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

describe('a failure in YAML', () => {
  it('keeps its code and reports a control character when its message has one', async () => {
    await loadYamlWriterFor(new Map([['accept', 'application/yaml']]))
    const offered = [{ format: 'yaml', type: 'application/yaml' }] as const
    const { status, body } = failurePayload(badRequest('a\x7f').status, 'application/yaml', offered, false)
    const written = new TextDecoder().decode(body as Uint8Array)
    expect([status, written]).toEqual([
      400,
      "apiVersion: v1\ncode: 500\nkind: Status\nmessage: 'yaml: control characters are not allowed'\nmetadata: {}\nstatus: Failure\n",
    ])
  })
})

describe('the compression of an answer', () => {
  const isCompressed = async (
    size: number,
    accepted: string,
    compression?: Payload['compression'],
  ): Promise<boolean> => {
    const given = {
      status: 200,
      contentType: 'text/plain',
      body: new Uint8Array(size),
      ...(compression && { compression }),
    }
    const { headers } = await respond(given, { method: 'GET', acceptEncoding: accepted, headers: [] })
    return headers.some(([name]) => name === 'Content-Encoding')
  }

  it('begins above 128 KiB for the word gzip', async () => {
    expect(await isCompressed(128 * 1024, 'gzip')).toBe(false)
    expect(await isCompressed(128 * 1024 + 1, 'gzip')).toBe(true)
    expect(await isCompressed(128 * 1024 + 1, 'gzip;q=1')).toBe(false)
  })

  it('begins at 1400 bytes for the older OpenAPI document, by quality values', async () => {
    expect(await isCompressed(1399, 'gzip', 'document')).toBe(false)
    expect(await isCompressed(1400, 'GZIP;q=0.5', 'document')).toBe(true)
    expect(await isCompressed(1400, 'gzip;q=0', 'document')).toBe(false)
  })

  it('can be left out', async () => {
    expect(await isCompressed(1_000_000, 'gzip', 'none')).toBe(false)
  })
})
