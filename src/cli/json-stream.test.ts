import { describe, expect, it } from 'vitest'
import { readJsonStream } from './json-stream.ts'

const read = (text: string): string[] => [...readJsonStream(text)].map((each) => each.text)

describe('readJsonStream', () => {
  it('reads values that follow each other without separators', () => {
    expect(read('{"a":"}{"}{"b":[1,{}]}\n {"c":null}')).toEqual(['{"a":"}{"}', '{"b":[1,{}]}', '{"c":null}'])
  })

  it.each([
    ['{"a":1,}', "json: offset 8: invalid character '}' looking for beginning of object key string"],
    ['{} {"a" 1}', "json: offset 9: invalid character '1' after object key"],
    ['{"a":', 'unexpected EOF'],
  ])('reports the fault in %s as Go does', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
