import { expect, it } from 'vitest'
import { indentJsonText } from './json-text.ts'

it('indents a text and keeps its escapes, its order and its end', () => {
  expect(indentJsonText('{"b":"\\u003c {,","a":[1,{"c":{}},[]]}\n')).toBe(
    '{\n  "b": "\\u003c {,",\n  "a": [\n    1,\n    {\n      "c": {}\n    },\n    []\n  ]\n}\n',
  )
})
