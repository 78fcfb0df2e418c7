import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { LONGEST } from './longest-first.ts'

it('names files that exist', () => {
  const root = path.dirname(import.meta.dirname)
  expect(LONGEST.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})
