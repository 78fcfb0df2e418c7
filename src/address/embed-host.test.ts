import { describe, expect, it } from 'vitest'
import { readHost } from './embed-host.ts'

describe('the origin in the address', () => {
  it.each(['https://docs.example', 'http://127.0.0.1:8080', 'null'])('is read from %s', (text) =>
    expect(readHost(text)).toBe(text),
  )
  it.each([null, '', '*', 'docs.example', 'https://docs.example/', 'https://DOCS.example', 'https://a@docs.example'])(
    'is not read from %s',
    (text) => expect(readHost(text)).toBeUndefined(),
  )
})
