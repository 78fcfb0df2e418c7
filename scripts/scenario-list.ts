import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { readScenario } from '../src/scenario/read-scenario.ts'

/**
 * `virtual:scenario-list`: what the catalogue shows of each file below `scenarios/` (src/catalogue/listing.ts).
 * `virtual:scenario-texts`: the files themselves, by their names below that folder. They are one file of the build, because
 * every file lengthens the list of files that work offline, and this list loads before the prompt.
 */
const MODULES: ReadonlyMap<string, (root: string) => string> = new Map([
  ['virtual:scenario-list', (root) => `export const listings = ${JSON.stringify(listings(root))}`],
  ['virtual:scenario-texts', (root) => `export const texts = new Map(${JSON.stringify(texts(root))})`],
])

export function scenarioList(root: string): Plugin {
  return {
    name: 'scenario-list',
    resolveId: (id) => (MODULES.has(id) ? `\0${id}` : undefined),
    load: (id) => MODULES.get(id.slice(1))?.(root),
  }
}

function texts(root: string): [file: string, text: string][] {
  return lessonFiles(root).map((file) => [file, readFileSync(join(root, 'scenarios', file), 'utf8')])
}

interface Course {
  readonly folder: string
  /** File names without `.yaml`, in the order in which a reader takes them. */
  readonly lessons: readonly string[]
}

/**
 * The files of the lessons, course by course.
 * @throws Error for a file that `src/catalogue/courses.json` does not name, or names twice
 */
function lessonFiles(root: string): string[] {
  const courses = JSON.parse(readFileSync(join(root, 'src/catalogue/courses.json'), 'utf8')) as Course[]
  const files = courses.flatMap((course) => course.lessons.map((lesson) => `${course.folder}/${lesson}.yaml`))
  const there = readdirSync(join(root, 'scenarios'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  )
  const missing = there.filter((file) => !files.includes(file))
  if (missing.length > 0 || files.length !== there.length)
    throw new Error(
      `src/catalogue/courses.json names ${files.length} files of ${there.length}; missing: ${missing.join(', ')}`,
    )
  return files
}

function listings(root: string): unknown[] {
  return texts(root).map(([file, text]) => {
    const { name, title, summary, level, minutes, course, steps } = readScenario(text)
    const words = [name, ...steps.map((step) => step.title)].join(' ')
    return { file, name, title, summary, level, minutes, course, steps: steps.length, words }
  })
}
