import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { FOLDERS, packed, readRecording, recordingNames, recordingText } from './archive.ts'

test('packs equal values to equal bytes, without time and operating system in the header', () => {
  const bytes = packed({ b: [1, 'é'], a: null })
  expect(packed({ b: [1, 'é'], a: null }).equals(bytes)).toBe(true)
  expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
  expect(gunzipSync(bytes).toString('utf8')).toBe('{"b":[1,"é"],"a":null}')
})

test('names the command that restores a missing file', () => {
  expect(() => readRecording('tables', 'missing')).toThrow('git checkout -- recordings/tables')
})

test.each(FOLDERS)('every file in %s holds the text that packing its value would store', (folder) => {
  const names = recordingNames(folder)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) {
    const text = recordingText(folder, name)
    expect(JSON.stringify(JSON.parse(text)) === text, name).toBe(true)
  }
})
