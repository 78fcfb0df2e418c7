import { expect, it } from 'vitest'
import { bodyOf, readExactJson } from './read-json.ts'

it('keeps the digits of integers beyond 2^53', async () => {
  const text = '{"a":[9007199254740993,{"b":-9223372036854775808}],"c":1,"d":"9007199254740993"}'
  const value = { a: [9007199254740993n, { b: -9223372036854775808n }], c: 1, d: '9007199254740993' }
  expect(await readExactJson(text)).toEqual(value)
  expect(await bodyOf(new Response(text))).toEqual(value)
})

it('reads other texts as JSON.parse does', async () => {
  expect(await readExactJson('{"a":[1,2.5,null,true]}')).toEqual({ a: [1, 2.5, null, true] })
  await expect(readExactJson('{')).rejects.toThrow(SyntaxError)
})
