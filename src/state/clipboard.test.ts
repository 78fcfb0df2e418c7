import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './clipboard.ts'
import { notices } from './notices.svelte.ts'

const clipboard = (writeText: (text: string) => Promise<void>): void =>
  void vi.stubGlobal('navigator', { clipboard: { writeText } })

afterEach(() => {
  vi.unstubAllGlobals()
  notices.clear()
})

describe('copyText', () => {
  it('writes the text to the clipboard without a notice', async () => {
    const copied: string[] = []
    clipboard((text) => Promise.resolve(void copied.push(text)))
    expect(await copyText('web-1', 'the name')).toBe(true)
    expect(copied).toEqual(['web-1'])
    expect(notices.shown).toEqual([])
  })

  it('shows the text when the browser refuses', async () => {
    clipboard(() => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')))
    expect(await copyText('web-1', 'the name')).toBe(false)
    expect(notices.shown).toMatchObject([
      { tone: 'warning', title: 'The browser refused to copy the name; here it is', detail: 'web-1', toCopy: true },
    ])
  })
})
