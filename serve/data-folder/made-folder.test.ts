import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from './made-folder.ts'

it('creates a folder with its parents, and accepts an existing folder', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'made-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = path.join(root, 'a/b/c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
})

it('throws when a file is in the way, and when the system creates nothing', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'made-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  writeFileSync(path.join(root, 'file'), '')
  expect(() => makeFolder(path.join(root, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(path.join(root, 'file/below'))).toThrow('ENOTDIR')
  expect(() => makeFolder('/proc/tabplane/data')).toThrow(/ENOENT|EACCES|EROFS/)
})
