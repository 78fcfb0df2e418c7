import { describe, expect, it } from 'vitest'
import { coreTables } from './core-tables.ts'
import { constants } from './go-constants.ts'
import { functions } from './go-functions.ts'
import type { Scope } from './go-literals.ts'
import { evaluate, isGoMap } from './go-literals.ts'
import { groupTables } from './group-tables.ts'
import { outdatedRows } from './outdated-rows.ts'
import { ownFunctions } from './own-functions.ts'
import type { Play } from './play.ts'
import { podTables } from './pod-tables.ts'
import { rowsIn } from './rows.ts'
import { ownVariables, variables, workloadTables } from './workload-tables.ts'

const plays: readonly Play[] = [...podTables, ...coreTables, ...workloadTables, ...groupTables]

const scopeOf = ({ func, table }: Play): Scope => ({
  constants: { ...constants, ...variables, ...ownVariables[`${func}.${table}`] },
  functions: { ...functions, ...ownFunctions[func] },
})

/** Translates the texts of 2019 into the texts of 1.30: new names, no root of the path, no list of supported values. */
const today = (text: string): string =>
  text
    .replace('a DNS-1123', 'a lowercase RFC 1123')
    .replace('host must be provided', 'host must be specified')
    .replace(/^field/, '')
    .replace(/: supported values: [^]*$/, '')

describe('the validation tests of the real server', () => {
  const suites = plays.map((play) => {
    const title = `${play.func}.${play.table}`
    const rows = rowsIn(play.path, play.func, play.table).filter(({ name }) => !outdatedRows.has(`${title} ${name}`))
    return { title, rows, play }
  })
  describe.each(suites.filter(({ rows }) => rows.length > 0))('$title', ({ rows, play }) => {
    const { expects, faults, expectedText } = play
    const scope = scopeOf(play)
    it.each(rows)('$name', ({ name, row }) => {
      const value = evaluate(row, scope)
      const members = isGoMap(value) ? value : {}
      const found = faults(value, name).map(({ type, field, message }) => `${type} ${field}: ${message}`)
      const isGood = typeof expects === 'function' ? expects(members) : expects === 'good'
      if (isGood) return expect(found).toEqual([])
      expect(found).not.toEqual([])
      const text = expectedText?.(members, name)
      if (text !== undefined) expect(found.join('\n')).toContain(today(text))
    })
  })

  it('excludes existing rows only', () => {
    const known = new Set(
      plays.flatMap(({ path, func, table }) => rowsIn(path, func, table).map(({ name }) => `${func}.${table} ${name}`)),
    )
    expect([...outdatedRows.keys()].filter((row) => !known.has(row))).toEqual([])
  })
})
