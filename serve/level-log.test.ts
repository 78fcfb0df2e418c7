import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
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

it('refuses a folder that another log holds', async () => {
  const place = folder()
  const first = levelLog(place)
  await first.open()
  await expect(levelLog(place).open()).rejects.toThrow('is another server using it?')
  await first.close()
})
