import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { packText } from '../share/packed-text.ts'
import { decodeScenarioLink, encodeScenarioLink, isScenarioLink } from './scenario-link.ts'

/** One link for each version that this app has ever written. Later versions open all of them. */
const links = JSON.parse(readFileSync(new URL('./scenario-links.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>

describe('the link of a scenario', () => {
  it('holds its text in characters that need no escaping', async () => {
    const text = 'kind: Scenario\ntitle: Füchse ✓\n'
    const fragment = await encodeScenarioLink(text)
    expect(fragment).toMatch(/^#s1\.[\w-]+$/)
    expect(isScenarioLink(fragment)).toBe(true)
    expect(await decodeScenarioLink(fragment)).toBe(text)
  })

  it.each(Object.entries(links))('of version %s is read', async (_version, link) => {
    expect(await decodeScenarioLink(link)).toBe('kind: Scenario\ntitle: Füchse ✓\n')
  })

  it('is at most 32 KiB long', async () => {
    const text = randomBytes(30_000).toString('base64')
    await expect(encodeScenarioLink(text)).rejects.toThrow('a link can have 32. Share the file instead.')
  })

  it('is refused when it is damaged, or of another version', async () => {
    const fragment = await encodeScenarioLink('kind: Scenario\n'.repeat(50))
    await expect(decodeScenarioLink(fragment.slice(0, -4))).rejects.toThrow('The link is damaged')
    await expect(decodeScenarioLink('#s2.abc')).rejects.toThrow('another version')
    expect(isScenarioLink('#c1.abc')).toBe(false)
  })

  it('is refused when it unpacks to more than a scenario', async () => {
    await expect(decodeScenarioLink(`#s1.${await packText('#'.repeat(300_000))}`)).rejects.toThrow('too large')
    await expect(decodeScenarioLink(`#s1.${await packText('#'.repeat(10_000_000))}`)).rejects.toThrow('4 MiB')
  })
})
