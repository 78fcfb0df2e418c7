import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = import.meta.dirname
const page = readFileSync(path.join(root, '../docs/ARCHITECTURE.md'), 'utf8')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(file),
)

/** An import of values, static or dynamic. An import of types does not exist in the running server. */
const IMPORT = /^(?:import|export) (?!type)[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm

/** The files below worker/ that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map(([, fixed, lazy]) => path.join(path.dirname(file), fixed ?? lazy ?? ''))
}

const graph = new Map(sources.map((file) => [file, importsOf(file)]))

/** The files that importing `file` can load. */
function reachable(file: string): Set<string> {
  const found = new Set<string>()
  const visit = (from: string): void => {
    for (const next of graph.get(from) ?? []) {
      if (found.has(next)) continue
      found.add(next)
      visit(next)
    }
  }
  visit(file)
  return found
}

/** The numbered stops of a section, each with the files of worker/ that it names, in order. */
function stopsOf(section: string): { readonly text: string; readonly files: string[] }[] {
  const body = page.split(`### ${section}`)[1]?.split(/\n##+ /)[0] ?? ''
  return [...body.matchAll(/^(\d+)\. ([^]*?)(?=^\d+\. |^\n\S|(?![^]))/gm)].map(([, , text = '']) => ({
    text,
    files: [...text.matchAll(/`([\w/-]+\.ts)`/g)].map(([, name = '']) => fileNamed(name)),
  }))
}

/** The one file with this name, `create.ts`, or with this end of its path, `verbs/create.ts`. */
function fileNamed(name: string): string {
  const found = sources.filter((file) => file === name || file.endsWith(`/${name}`))
  if (found.length !== 1)
    throw new Error(`docs/ARCHITECTURE.md names ${name}, which is ${found.join(', ') || 'no file'}`)
  return found[0] ?? ''
}

/** The names of the stages in the order of server/stages.ts. */
function stageNames(): string[] {
  const list = /stages: readonly Stage\[\] = \[([^\]]*)\]/.exec(
    readFileSync(path.join(root, 'server/stages.ts'), 'utf8'),
  )
  return [...(list?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name)
}

const create = stopsOf('A create, stop by stop')
const apply = stopsOf('An apply, stop by stop')

/** An apply begins with so many stops of a create. The first stop of an apply gives the number. */
const SHARED = Number(/Stops 1 to (\d+) of a create/.exec(apply[0]?.text ?? '')?.[1])

describe.each([
  ['a create', create],
  ['an apply', [...create.slice(0, SHARED), ...apply.slice(1)]],
])('docs/ARCHITECTURE.md draws the way of %s', (_, stops) => {
  it('with at most 20 stops', () => {
    expect(stops.length).toBeGreaterThan(10)
    expect(stops.length).toBeLessThanOrEqual(20)
  })

  it('along imports: the first stop reaches each later one', () => {
    const [start, ...later] = stops.flatMap(({ files }) => files)
    const unreachable = later.filter((file) => !reachable(start ?? '').has(file))
    expect(unreachable).toEqual([])
  })

  it('without a return: no verb, schema or store imports an earlier room of the way', () => {
    const rooms = [...new Set(stops.slice(0, -1).flatMap(({ files }) => files.map((file) => path.dirname(file))))]
    const returns = stops.slice(0, -1).flatMap(({ files }) =>
      files.flatMap((file) => {
        const earlier = rooms.slice(0, rooms.indexOf(path.dirname(file))).filter((room) => ROOMS_ABOVE.includes(room))
        return [...reachable(file)]
          .filter((target) => earlier.includes(path.dirname(target)))
          .map((target) => `${file} → ${target}`)
      }),
    )
    expect(returns).toEqual([])
  })
})

/** The rooms that a request leaves for good on its way to the store. */
const ROOMS_ABOVE = ['server', 'server/stages', 'http']

it('docs/ARCHITECTURE.md names every stage of the pipeline in its order', () => {
  const stages = stageNames()
  const named = create.flatMap(({ text }) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  const inOrder = named.filter((name) => stages.includes(name))
  expect(stages.length).toBeGreaterThan(10)
  expect([...new Set(inOrder)].sort()).toEqual([...stages].sort())
  const withoutWrappers = (names: readonly string[]): string[] =>
    names.filter((name) => !['auditAnswered', 'refusals', 'codecs'].includes(name))
  expect([...new Set(withoutWrappers(inOrder))]).toEqual(withoutWrappers(stages))
})
