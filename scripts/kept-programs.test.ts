import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { programsIn } from './kept-programs.mjs'

function started() {
  const root = mkdtempSync(path.join(tmpdir(), 'kept-programs-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (name: string, text: string): string => {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  for (const name of ['serve.ts', 'store.ts']) write(name, 'one')
  const program = write('programs/built/main.mjs', '')
  const programs = programsIn(path.join(root, 'programs'), root)
  const keep = (): void => programs.keep('serve.ts', program, programs.stamped(['serve.ts', 'store.ts', 'absent.json']))
  return { root, write, program, programs, keep }
}

it('finds a kept program while its inputs are as they were', () => {
  const { programs, program, keep } = started()
  expect(programs.find('serve.ts')).toBeUndefined()
  keep()
  expect(programs.find('serve.ts')).toBe(program)
  expect(programs.find('store.ts')).toBeUndefined()
})

it('finds none after a change of an input, in length or in time', () => {
  const { root, programs, program, keep, write } = started()
  keep()
  write('store.ts', 'longer')
  expect(programs.find('serve.ts')).toBeUndefined()
  keep()
  expect(programs.find('serve.ts')).toBe(program)
  utimesSync(path.join(root, 'store.ts'), 1, 1)
  expect(programs.find('serve.ts')).toBeUndefined()
})

it('finds none after an input was removed or an absent one appeared', () => {
  const { root, programs, keep, write } = started()
  keep()
  write('absent.json', '{}')
  expect(programs.find('serve.ts')).toBeUndefined()
  keep()
  rmSync(path.join(root, 'store.ts'))
  expect(programs.find('serve.ts')).toBeUndefined()
})

it('finds none after the program was removed', () => {
  const { programs, program, keep } = started()
  keep()
  rmSync(path.dirname(program), { recursive: true })
  expect(programs.find('serve.ts')).toBeUndefined()
})
