import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { BODY_LIMIT, BodyReader, hasBody } from './request-body.ts'

function messageWith(headers: IncomingMessage['headers']) {
  const stream = new PassThrough()
  return { stream, message: Object.assign(stream, { headers }) as unknown as IncomingMessage }
}

const chunked = { 'transfer-encoding': 'chunked' }

it.each<[IncomingMessage['headers'], boolean]>([
  [{}, false],
  [{ 'content-length': '0' }, false],
  [{ 'content-length': '1' }, true],
  [chunked, true],
])('with the headers %j, a body follows: %s', (headers, follows) => {
  expect(hasBody(messageWith(headers).message)).toBe(follows)
})

describe('a body reader', () => {
  it('returns the whole body', async () => {
    const { stream, message } = messageWith(chunked)
    const body = new BodyReader().read(message)
    stream.write('one ')
    stream.end('two')
    expect(new TextDecoder().decode(await body)).toBe('one two')
  })

  it('truncates a body at the limit, and drains the rest so that the client can finish', async () => {
    const { stream, message } = messageWith(chunked)
    const body = new BodyReader().read(message)
    stream.write(new Uint8Array(BODY_LIMIT))
    expect((await body).length).toBe(BODY_LIMIT)
    await new Promise<void>((resolve) => void stream.end(new Uint8Array(1000), () => resolve()))
  })

  it('refuses a body beyond the limit of all bodies, and accepts others when one has ended', async () => {
    const reader = new BodyReader(10)
    const first = messageWith(chunked)
    const [whole, second] = [reader.read(first.message), messageWith(chunked)]
    first.stream.write('12345678')
    await new Promise(setImmediate)
    const refused = reader.read(second.message)
    second.stream.write('12345678')
    await expect(refused).rejects.toThrow('too many request bodies')
    first.stream.end()
    await whole
    const third = messageWith(chunked)
    third.stream.end('12345678')
    expect((await reader.read(third.message)).length).toBe(8)
  })

  it('releases the bytes of a body whose client disconnected', async () => {
    const reader = new BodyReader(10)
    const left = messageWith(chunked)
    const body = reader.read(left.message)
    left.stream.write('12345678')
    await new Promise(setImmediate)
    left.stream.destroy()
    await expect(body).rejects.toThrow('left before the end')
    const next = messageWith(chunked)
    next.stream.end('12345678')
    expect((await reader.read(next.message)).length).toBe(8)
  })
})
