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

interface Course {
  readonly folder: string
  /** File names without `.yaml`, in the order in which a reader takes them. */
  readonly lessons: readonly string[]
}

/** @throws Error for a file that `src/catalogue/courses.json` does not name, or names twice. */
function listings(root: string): unknown[] {
  const folder = join(root, 'scenarios')
  const courses = JSON.parse(readFileSync(join(root, 'src/catalogue/courses.json'), 'utf8')) as Course[]
  const files = courses.flatMap((course) => course.lessons.map((lesson) => `${course.folder}/${lesson}.yaml`))
  const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
  const unnamed = there.filter((file) => !files.includes(file))
  if (unnamed.length > 0 || files.length !== there.length)
    throw new Error(
      `src/catalogue/courses.json names ${files.length} files of ${there.length}; missing: ${unnamed.join(', ')}`,
    )
  return files.map((file) => {
    const { name, title, summary, level, minutes, course, steps } = readScenario(
      readFileSync(join(folder, file), 'utf8'),
    )
    return { file, name, title, summary, level, minutes, course, steps: steps.length }
  })
}
