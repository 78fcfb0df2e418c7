import { afterEach, expect, it, vi } from 'vitest'
import { allow, forbid, isAllowed } from './allowed-code.ts'

afterEach(() => vi.unstubAllGlobals())

function store(): void {
  const values = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
}

it('remembers the exact text', async () => {
  store()
  await allow('run(1)')
  expect(await isAllowed('run(1)')).toBe(true)
  expect(await isAllowed('run(2)')).toBe(false)
  await forbid('run(1)')
  expect(await isAllowed('run(1)')).toBe(false)
})

it('takes no text for another one with half a character', async () => {
  store()
  await allow("if ('\ufffd' === '\ufffd') ok()")
  expect(await isAllowed("if ('\ud800' === '\ufffd') ok()")).toBe(false)
  await expect(allow("'\ud800'")).rejects.toThrow('half a character')
})
