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
    ['{}\n---\n', "json: offset 5: invalid character '-' in numeric literal"],
    ['{} trailing', "json: offset 6: invalid character 'a' in literal true (expecting 'u')"],
    ['{"a":"ü"} nul', 'unexpected EOF'],
    ['{"a":"ü"} nux', "json: offset 14: invalid character 'x' in literal null (expecting 'l')"],
  ])('reports the fault in %s as Go does', (text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
