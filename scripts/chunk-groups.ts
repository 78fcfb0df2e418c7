import path from 'node:path'

/** The part of the bundler's module graph that the grouping reads. `getModuleInfo` returns null for an unknown module. */
export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

/** The module that loads the panes after the first visit's prompt. */
const PRELOAD = 'src/app/preload.ts'
/** Libraries of small modules: icons, and the runtime of components. */
const SMALL_LIBRARIES = /\/node_modules\/(?:@lucide\/svelte|svelte|esm-env|clsx)\//

/**
 * The groups of modules that become one file each. The group `page` has all modules that the page loads first, because several
 * smaller files compress worse. The group `shared` has our own modules that at least two of the preloaded panes import.
 * Without it they would be a hundred files of less than 5 kB, and the request of such a file takes longer than its evaluation
 * (docs/decisions/0164-shared-chunk.md).
 * @param root folder of the project
 */
export function chunkGroups(root: string) {
  let shared: ((id: string) => boolean) | undefined
  return [
    { name: 'page', tags: ['$initial' as const], priority: 1 },
    {
      name: (id: string, graph: ModuleGraph) => {
        shared ??= sharedModules(path.join(root, PRELOAD), graph)
        return shared(id) ? 'shared' : null
      },
      minShareCount: 2,
    },
  ]
}

/**
 * Returns a function that decides whether a module may be in the shared file. The file is for the panes that `preload` loads,
 * directly or through the modules that it imports.
 */
export function sharedModules(preload: string, graph: ModuleGraph): (id: string) => boolean {
  const importsOf = (id: string): readonly string[] => graph.getModuleInfo(id)?.importedIds ?? []
  const panes = new Set(
    [...closure([preload], importsOf)].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []),
  )
  const loaded = closure([preload, ...panes], importsOf)
  const isOwn = (id: string): boolean => !id.includes('/node_modules/') || SMALL_LIBRARIES.test(id)
  // A module that imports a large library is not shared: the library would become a part of the shared file.
  return (id) => loaded.has(id) && !panes.has(id) && [...closure([id], importsOf)].every(isOwn)
}

/** The modules and everything that they import, directly or through others. */
function closure(ids: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(ids)
  // Ids that are added during the iteration are visited too.
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}
