import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RotatedFile } from './rotated-file.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const DAY = 86_400_000
let time = Date.UTC(2024, 4, 1, 10)
const open = (maxBackups: number, maxAge = 0) =>
  new RotatedFile(path.join(folder, 'audit.log'), { maxBytes: 10, maxBackups, maxAge, now: () => (time += 1000) })

it('renames full files, and keeps the configured number of them', async () => {
  const file = open(2)
  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n', 'five\n']) file.write(line)
  await file.close()
  const files = readdirSync(folder).sort()
  const backup = expect.stringMatching(/^audit-2024-05-01T10-00-\d\d\.\d{3}\.log$/) as unknown
  expect(files).toEqual([backup, backup, 'audit.log'])
  expect(files.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['third\n', 'fourth\n', 'five\n'])
})

it('counts the size of an existing file, and removes old backups', async () => {
  await closed(open(0), 'before 1\n')
  await closed(open(0), 'second 2\n')
  const [backup = ''] = readdirSync(folder).filter((name) => name !== 'audit.log')
  utimesSync(path.join(folder, backup), (time - 3 * DAY) / 1000, (time - 3 * DAY) / 1000)
  await closed(open(0, 2 * DAY), 'third 3\n')
  const left = readdirSync(folder).filter((name) => name !== 'audit.log')
  expect(left).toHaveLength(1)
  expect(readFileSync(path.join(folder, left[0] ?? ''), 'utf8')).toBe('second 2\n')
})

it('compresses renamed files, and counts them as backups', async () => {
  const options = { maxBytes: 10, maxBackups: 1, maxAge: 0, compresses: true, now: () => (time += 1000) }
  for (const line of ['before 1\n', 'second 2\n', 'third 3\n'])
    await closed(new RotatedFile(path.join(folder, 'audit.log'), options), line)
  const [backup = '', ...others] = readdirSync(folder).sort()
  expect(others).toEqual(['audit.log'])
  expect(backup).toMatch(/^audit-2024.*\.log\.gz$/)
  expect(gunzipSync(readFileSync(path.join(folder, backup))).toString()).toBe('second 2\n')
})

async function closed(file: RotatedFile, line: string): Promise<void> {
  file.write(line)
  await file.close()
}
