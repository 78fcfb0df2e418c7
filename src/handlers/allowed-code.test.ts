import { afterEach, expect, it, vi } from 'vitest'
import { allow, forbid, isAllowed } from './allowed-code.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(): void {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
}

it('remembers the exact text', async () => {
  stubStorage()
  await allow('run(1)')
  expect(await isAllowed('run(1)')).toBe(true)
  expect(await isAllowed('run(2)')).toBe(false)
  await forbid('run(1)')
  expect(await isAllowed('run(1)')).toBe(false)
})

it('does not accept a text with an unpaired surrogate in place of an allowed text', async () => {
  stubStorage()
  await allow("if ('\ufffd' === '\ufffd') ok()")
  expect(await isAllowed("if ('\ud800' === '\ufffd') ok()")).toBe(false)
  await expect(allow("'\ud800'")).rejects.toThrow('half a character')
})
