import { expect, test } from 'vitest'
import { sharedModules, type ModuleGraph } from './chunk-groups.ts'

/** A graph from `module: [static imports, dynamic imports]`. */
const graphOf = (modules: Readonly<Record<string, readonly [string[], string[]?]>>): ModuleGraph => ({
  getModuleInfo: (id) => {
    const [importedIds, dynamicallyImportedIds = []] = modules[id] ?? [[]]
    return { importedIds, dynamicallyImportedIds }
  },
})
const library = '/node_modules/editor/index.js'
const icon = '/node_modules/@lucide/svelte/icon.js'
const graph = graphOf({
  preload: [['panes', 'once']],
  panes: [['once'], ['explorer', 'palette']],
  explorer: [['list', 'syntax', icon]],
  palette: [['list', 'explorer']],
  list: [['names']],
  syntax: [['names', library]],
  command: [['printer', 'names']],
  printer: [[]],
})
const isShared = sharedModules('preload', graph)

test.each(['list', 'names', 'once', icon])('modules that panes import may be shared: %s', (id) => {
  expect(isShared(id)).toBe(true)
})

test.each([
  ['a pane itself, which has its own file', 'palette'],
  ['a pane that another one imports', 'explorer'],
  ['a large library', library],
  ['a module that imports a large library', 'syntax'],
  ['a module that no pane imports', 'printer'],
])('%s is not shared', (_, id) => {
  expect(isShared(id)).toBe(false)
})

test('modules that import each other are shared', () => {
  const circular = sharedModules(
    'preload',
    graphOf({ preload: [[], ['a', 'b']], a: [['c']], b: [['c']], c: [['d']], d: [['c']] }),
  )
  expect(['c', 'd'].map(circular)).toEqual([true, true])
})
