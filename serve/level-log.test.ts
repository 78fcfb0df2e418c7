import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ClassicLevel } from 'classic-level'
import { afterAll, expect, it } from 'vitest'
import { describeLog } from '../worker/store/persistence/log-contract.ts'
import { levelLog } from './level-log.ts'

const folders: string[] = []
const folder = (): string => {
  const made = mkdtempSync(path.join(tmpdir(), 'level-log-'))
  folders.push(made)
  return made
}
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })))

describeLog('a folder', () => {
  const place = folder()
  return { log: () => levelLog(place), isDurable: true }
})

it('refuses a folder that another log has locked', async () => {
  const place = folder()
  const first = levelLog(place)
  await first.open()
  await expect(levelLog(place).open()).rejects.toThrow('is another server using it?')
  await first.close()
})

it('opens a damaged folder with its intact records, reports the damage and skips revisions', async () => {
  const place = folder()
  const before = levelLog(place)
  await before.open()
  const value = new TextEncoder().encode('{}')
  await before.commit([{ key: 'pods/x/a', value, expected: 0 }])
  await before.close()
  const manifest = readdirSync(place).find((name) => name.startsWith('MANIFEST'))
  writeFileSync(path.join(place, manifest ?? ''), 'nonsense')
  const warned: string[] = []
  const after = levelLog(place, (text) => warned.push(text))
  const { records, revision, notice } = await after.open()
  expect(warned).toEqual([notice])
  expect(records.map(({ key }) => key)).toEqual(['pods/x/a'])
  expect(notice).toMatch(/was damaged .* What was whole was kept/)
  expect(revision).toBeGreaterThan(1000)
  expect(await after.commit([{ key: 'pods/x/b', value, expected: 0 }])).toBe(revision + 1)
  await after.close()
})

it('refuses a folder of a newer format', async () => {
  const place = folder()
  const level = new ClassicLevel<string, Uint8Array>(place, { valueEncoding: 'view' })
  await level.put('meta/form', new Uint8Array([0, 0, 0, 0, 0, 0, 0, 9]))
  await level.close()
  await expect(levelLog(place).open()).rejects.toThrow('written by a newer version')
})
