import { describe, expect, it } from 'vitest'
import {
  bytesOf,
  hasTooManyHeaders,
  headerLines,
  headersOf,
  isRepeated,
  MAX_HEADER_LINES,
  textOf,
} from './request-headers.ts'

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

describe('headers of a request', () => {
  it('reads values as UTF-8', () => {
    expect(headersOf({ headers: { 'impersonate-user': latin1('müller') } }).get('impersonate-user')).toBe('müller')
  })

  it('writes UTF-8 back as the bytes that Node sends', () => {
    expect(textOf(bytesOf('→ müller'))).toBe('→ müller')
    expect(bytesOf(latin1('müller'))).toBe(latin1('müller'))
  })

  it('returns every line of a repeated header, commas included', () => {
    const rawHeaders = ['Impersonate-Group', 'a, b', 'Host', 'h', 'impersonate-group', 'c']
    expect(headerLines({ rawHeaders }, 'impersonate-group')).toEqual(['a, b', 'c'])
  })

  it('have a repeated line only when a name occurs twice, in any case', () => {
    const rawHeaders = ['Host', 'host', 'Date', 'host', 'X', 'y']
    expect(isRepeated({ rawHeaders }, 'host')).toBe(false)
    expect(isRepeated({ rawHeaders: [...rawHeaders, 'HOST', 'h'] }, 'host')).toBe(true)
  })

  it('are too many beyond the limit of lines', () => {
    const lines = (count: number) => ({ rawHeaders: Array.from({ length: 2 * count }, () => 'x') })
    expect([hasTooManyHeaders(lines(MAX_HEADER_LINES)), hasTooManyHeaders(lines(MAX_HEADER_LINES + 1))]).toEqual([
      false,
      true,
    ])
  })
})
