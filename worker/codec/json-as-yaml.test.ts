import { expect, it } from 'vitest'
import { readsAsYaml } from './json-as-yaml.ts'
import { readYaml } from './yaml-reader.ts'

const reads = (text: string): boolean => readsAsYaml(new TextEncoder().encode(text))

it.each([
  String.raw`{"a":"a\/b"}`,
  String.raw`{"a":"\ud83d\ude00"}`,
  '{"a":"\u007f"}',
  '{"a":"a\u0085b"}',
  '{"a":"a \u2028 b"}',
  '{"a":"\ufffe"}',
  '{"a":"b"}\n\t',
])('leaves %j to the YAML reader, which refuses it or reads another value', async (text) => {
  expect(reads(text)).toBe(false)
  const value = await readYaml(text).then(
    (reading) => JSON.stringify(reading.value),
    () => undefined,
  )
  expect(value).not.toBe(JSON.stringify(JSON.parse(text)))
})

it.each(['{\r\n  "a" : [ 1, 2 ],\n "b": {"c": null}\n}\n', '{"a":"\\n\\t\\"\\\\ é \u{1F600} \u00a0\ud7ff"}'])(
  'accepts %j, which the YAML reader reads to the same value',
  async (text) => {
    expect(reads(text)).toBe(true)
    expect((await readYaml(text)).value).toEqual(JSON.parse(text))
  },
)
