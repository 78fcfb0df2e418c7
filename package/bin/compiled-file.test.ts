import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadCompiled } from './compiled-file.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-compiled-'))
  file = path.join(folder, 'program.cjs')
  writeFileSync(file, "const path = require('node:path')\nexports.name = () => path.basename(__filename)")
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = (use: string) => loadCompiled(file, use, createRequire(import.meta.url))
const nameOf = (exports: unknown): string => (exports as { name(): string }).name()
const kept = (): string[] => readdirSync(folder).filter((each) => each !== 'program.cjs')

describe('loadCompiled', () => {
  it('runs a file as require does', () => {
    const { exports, isCompiled } = load('serve')
    expect({ name: nameOf(exports), isCompiled }).toEqual({ name: 'program.cjs', isCompiled: false })
  })

  it('keeps compiled code for later loads of the same use', () => {
    const first = load('serve')
    nameOf(first.exports)
    first.keep()
    const second = load('serve')
    expect({ name: nameOf(second.exports), isCompiled: second.isCompiled }).toEqual({
      name: 'program.cjs',
      isCompiled: true,
    })
    expect(load('check').isCompiled).toBe(false)
  })

  it('compiles a changed file again, and then keeps the new code', () => {
    load('serve').keep()
    writeFileSync(file, "exports.name = () => 'a program of another length'")
    const changed = load('serve')
    expect({ name: nameOf(changed.exports), isCompiled: changed.isCompiled }).toEqual({
      name: 'a program of another length',
      isCompiled: false,
    })
    changed.keep()
    expect(load('serve').isCompiled).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['no code', 'no code of an engine, though it is as long as a header of one'],
  ])('compiles when the kept code is %s', (what, text) => {
    load('serve').keep()
    writeFileSync(path.join(folder, kept()[0] ?? ''), text)
    // Each run has another text, because an engine reads no kept code for a text that it has compiled in this process.
    writeFileSync(file, `exports.name = () => 'beside code that is ${what}'`)
    const { exports, isCompiled } = load('serve')
    expect({ name: nameOf(exports), isCompiled }).toEqual({ name: `beside code that is ${what}`, isCompiled: false })
  })

  it('leaves nothing behind when the code cannot be written', () => {
    load('serve').keep()
    const [name = ''] = kept()
    rmSync(path.join(folder, name))
    // A folder in the place of the file makes the rename fail for the superuser too, who ignores permissions.
    mkdirSync(path.join(folder, name))
    const { exports, keep } = load('serve')
    keep()
    expect({ name: nameOf(exports), kept: kept() }).toEqual({ name: 'program.cjs', kept: [name] })
  })
})
