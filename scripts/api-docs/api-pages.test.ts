import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { apiPages, surfaceFiles } from './api-pages.ts'

const root = path.join(import.meta.dirname, '../..')
const KINDS = ['classes', 'functions', 'interfaces', 'types', 'variables']
let folder = ''

beforeAll(async () => {
  folder = await apiPages(root)
}, 180_000)

/** The names that a declaration file exports, without the names that come from another part of the package. */
function exportsOf(file: string): string[] {
  const text = readFileSync(path.join(root, 'package/surface', file), 'utf8')
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\};?$/gm)].flatMap(([, names = '']) =>
    names.split(/,\s*/).map((name) => name.trim()),
  )
}

it.each(surfaceFiles(root))('has a page for each export of %s', (file) => {
  const part = `tabplane_${file.replace(/\.d\.ts$/, '')}`
  const names = exportsOf(file)
  expect(names).not.toEqual([])
  const absent = names.filter(
    (name) => !KINDS.some((kind) => existsSync(path.join(folder, kind, `${part}.${name}.html`))),
  )
  expect(absent).toEqual([])
  const module = readFileSync(path.join(folder, 'modules', `${part}.html`), 'utf8')
  for (const name of names) expect(module).toContain(`>${name}</a>`)
})

it('describes each part, and has no script that the policy of the site forbids', () => {
  for (const file of surfaceFiles(root)) {
    const module = readFileSync(path.join(folder, 'modules', `tabplane_${file.replace(/\.d\.ts$/, '')}.html`), 'utf8')
    expect(module).toContain('tsd-comment')
    expect(module).not.toContain('<script>')
    expect(module).toContain('href="../../reference.html"')
  }
})
