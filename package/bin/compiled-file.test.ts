import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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

const nameOf = (exports: unknown): string => (exports as { name(): string }).name()
const kept = (): string[] => readdirSync(folder).filter((each) => each !== 'program.cjs')

describe('loadCompiled', () => {
  it('runs a file like require', () => {
    const { exports, isCompiled } = loadCompiled(file, 'serve')
    expect({ name: nameOf(exports), isCompiled }).toEqual({ name: 'program.cjs', isCompiled: false })
  })

  it('keeps compiled code for later loads of the same use', () => {
    const first = loadCompiled(file, 'serve')
    nameOf(first.exports)
    first.keep()
    const second = loadCompiled(file, 'serve')
    expect({ name: nameOf(second.exports), isCompiled: second.isCompiled }).toEqual({
      name: 'program.cjs',
      isCompiled: true,
    })
    expect(loadCompiled(file, 'check').isCompiled).toBe(false)
  })

  it('compiles a changed file again, and then keeps the new code', () => {
    loadCompiled(file, 'serve').keep()
    writeFileSync(file, "exports.name = () => 'a program of another length'")
    const changed = loadCompiled(file, 'serve')
    expect({ name: nameOf(changed.exports), isCompiled: changed.isCompiled }).toEqual({
      name: 'a program of another length',
      isCompiled: false,
    })
    changed.keep()
    expect(loadCompiled(file, 'serve').isCompiled).toBe(true)
  })

  it.each([
    ['empty', ''],
    ['no code', 'no code of an engine, though it is as long as a header of one'],
  ])('compiles when the kept code is %s', (what, text) => {
    loadCompiled(file, 'serve').keep()
    writeFileSync(path.join(folder, kept()[0] ?? ''), text)
    // Another program, because an engine does not ask for code of a text that it has compiled in this process.
    writeFileSync(file, `exports.name = () => 'beside code that is ${what}'`)
    const { exports, isCompiled } = loadCompiled(file, 'serve')
    expect({ name: nameOf(exports), isCompiled }).toEqual({ name: `beside code that is ${what}`, isCompiled: false })
  })

  it('leaves nothing behind when the code cannot be written', () => {
    loadCompiled(file, 'serve').keep()
    const [name = ''] = kept()
    rmSync(path.join(folder, name))
    // A folder in its place refuses the rename of the superuser too, to which permissions do not apply.
    mkdirSync(path.join(folder, name))
    const { exports, keep } = loadCompiled(file, 'serve')
    keep()
    expect({ name: nameOf(exports), kept: kept() }).toEqual({ name: 'program.cjs', kept: [name] })
  })
})
