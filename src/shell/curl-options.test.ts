import { describe, expect, it } from 'vitest'
import { readCurlOptions } from './curl-options.ts'

const headersOf = (...words: string[]) => Object.fromEntries(readCurlOptions([...words, '/api']).headers)

describe('the headers of curl', () => {
  it.each([
    [['-d', 'a=1'], { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [['--json', '{}'], { 'Content-Type': 'application/json', Accept: 'application/json' }],
    [['-T', 'a.json'], {}],
    [['-G', '-d', 'a=1'], {}],
    [['-d', '{}', '-H', 'content-type: text/plain'], { 'content-type': 'text/plain' }],
  ])('follow from the options %j', (words, headers) => {
    expect(headersOf(...words)).toEqual(headers)
  })
})
