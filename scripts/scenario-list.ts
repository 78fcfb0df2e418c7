import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readScenario } from '../src/scenario/read-scenario.ts'

const ID = 'virtual:scenario-list'

/**
 * The module `virtual:scenario-list`: what the catalogue shows of each file below `scenarios/` (src/catalogue/listing.ts).
 * The files themselves load when their lessons are opened.
 */
export function scenarioList(root: string): Plugin {
  return {
    name: 'scenario-list',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined
      return `export const listings = ${JSON.stringify(listings(root))}`
    },
  }
}

function listings(root: string): unknown[] {
  const folder = join(root, 'scenarios')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => {
      const { name, title, summary, level, minutes, course, steps } = readScenario(
        readFileSync(join(folder, file), 'utf8'),
      )
      return { file, name, title, summary, level, minutes, course, steps: steps.length }
    })
}
