import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import layers from './layers.json' with { type: 'json' }

const root = import.meta.dirname
const layerOf = (file: string): number => layers.indexOf(path.relative(root, file).split(path.sep)[0] ?? '')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })

test('every folder of code is a layer', () => {
  const files = sources.filter((file) => /\.(ts|svelte)$/.test(file) && path.dirname(file) !== '.')
  const folders = new Set(files.map((file) => file.split(path.sep)[0] ?? ''))
  expect(folders).toEqual(new Set(layers))
})

// dependency-cruiser compiles a component and so loses its imports of types.
test.each(sources.filter((file) => file.endsWith('.svelte')))(
  '%s imports only its own layer and lower layers',
  (file) => {
    const component = path.join(root, file)
    const imported = [...readFileSync(component, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(
      ([, specifier = '']) => path.resolve(path.dirname(component), specifier),
    )
    const higher = imported.filter((target) => layerOf(target) > layerOf(component))
    expect(higher.map((target) => path.relative(root, target))).toEqual([])
  },
)
