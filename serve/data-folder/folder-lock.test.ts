import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { folderLock } from './folder-lock.ts'

let temporary = ''
beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'lock-'))
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(temporary, { recursive: true })
})

describe('the lock of a folder whose path is too long for a socket', () => {
  const folder = `/${'long/'.repeat(30)}`
  const holder = () => path.join(temporary, `tabplane-${userInfo().uid}`)

  it('is in a folder of the user and excludes a second server', async () => {
    const first = folderLock(folder)
    await first.acquire()
    expect(readdirSync(holder())).toHaveLength(1)
    await expect(folderLock(folder).acquire()).rejects.toThrow('another server is using it')
    await first.release()
  })

  it('is refused when other users can write to the folder of the locks', async () => {
    mkdirSync(holder())
    chmodSync(holder(), 0o777)
    await expect(folderLock(folder).acquire()).rejects.toThrow('is open to other users: remove it, or set TMPDIR')
  })

  it('is refused when the folder of the locks is a link', async () => {
    symlinkSync(temporary, holder())
    await expect(folderLock(folder).acquire()).rejects.toThrow('is open to other users')
  })
})
