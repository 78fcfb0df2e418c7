import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../worker/clock/clock.ts'
import { dataFolder } from './data-folder.ts'

let root = ''
beforeAll(() => void (root = mkdtempSync(path.join(tmpdir(), 'exposed-'))))
afterAll(() => rmSync(root, { recursive: true }))

/** Opens and closes the folder. Returns its warnings. */
async function warningsOf(folder: string): Promise<string[]> {
  const warned: string[] = []
  const log = dataFolder(folder, { clock: systemClock, warn: (text) => warned.push(text) })
  await log.open()
  await log.close()
  return warned
}

it('names the files that other users may read', async () => {
  const folder = path.join(root, 'data')
  expect(await warningsOf(folder)).toEqual([])
  expect(await warningsOf(folder)).toEqual([])
  chmodSync(path.join(folder, 'log-1.a'), 0o644)
  expect(await warningsOf(folder)).toEqual([
    `Other users of this machine may read log-1.a in the data folder ${folder}, which hold Secrets: chmod -R go= ${folder}`,
  ])
})
