import { expect, test } from 'vitest'
import { isSmallFile, smallFiles } from './small-files.ts'

const POLICY = "default-src 'self'"
const texts = { 'assets/a-1.js': 'export const a = "ä"', 'assets/a-1.css': 'a{}' }
const cached = (): Response =>
  new Response(JSON.stringify(texts), {
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Security-Policy': POLICY },
  })

test('serves a file with its type, and with the other headers of the file that holds all', async () => {
  const files = smallFiles(async () => cached())
  const script = await files('assets/a-1.js')
  expect(await script?.text()).toBe('export const a = "ä"')
  expect(Object.fromEntries(script?.headers ?? [])).toEqual({
    'content-type': 'text/javascript',
    'content-security-policy': POLICY,
  })
  expect((await files('assets/a-1.css'))?.headers.get('Content-Type')).toBe('text/css')
})

test('opens the file once for all requests, and has no other paths', async () => {
  let count = 0
  const files = smallFiles(async () => {
    count++
    return cached()
  })
  const found = await Promise.all(['assets/a-1.js', 'assets/a-1.js', 'assets/b.js', '__proto__'].map(files))
  expect(found.map((file) => file !== undefined)).toEqual([true, true, false, false])
  expect(count).toBe(1)
})

test('looks again after the browser had deleted the file or could not read it', async () => {
  const answers = [undefined, new Response('{'), cached()]
  const files = smallFiles(async () => answers.shift())
  expect(await files('assets/a-1.js')).toBeUndefined()
  expect(await files('assets/a-1.js')).toBeUndefined()
  expect(await files('assets/a-1.js')).toBeDefined()
})

test('accepts small text files only', () => {
  expect(isSmallFile('assets/a-1.js', 16_383)).toBe(true)
  expect(isSmallFile('assets/a-1.js', 16_384)).toBe(false)
  expect(isSmallFile('assets/font.woff2', 100)).toBe(false)
})
