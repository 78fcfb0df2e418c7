import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tablesPresent } from '../tables.ts'
import { leftOut } from './left-out.ts'
import { goTables } from './rows.ts'

/** The functions that the tests of this folder name. */
const here = new URL('.', import.meta.url)
const sources = readdirSync(here)
  .filter((file) => !file.startsWith('left-out'))
  .map((file) => readFileSync(new URL(file, here), 'utf8'))
  .join('\n')

describe.skipIf(!tablesPresent)('the tables of 2019 (skipped without ../shared)', () => {
  it('are played, or left out for a reason', () => {
    const forgotten = goTables.filter(({ path, func }) => {
      const name = func ?? ''
      const isPlayed = sources.includes(`'${name}'`) || sources.includes(`'${name.replace(/Update$/, '')}'`)
      return !isPlayed && !leftOut.some(({ tables }) => tables.test(`${path} ${name}`))
    })
    expect(forgotten.map(({ path, func }) => `${path} ${func ?? ''}`)).toEqual([])
  })

  it.each(leftOut)('$reason: there are such tables', ({ tables }) => {
    expect(goTables.some(({ path, func }) => tables.test(`${path} ${func ?? ''}`))).toBe(true)
  })
})
