import { lazy } from '../api/lazy.ts'
import { firstKinds } from './first-kinds.ts'
import type { Kind } from './resource.ts'

/** The kinds that are loaded together with their `rest`; at first only the first kinds. */
const loaded = new Map<string, Kind>(firstKinds.map((kind) => [kind.resource, kind]))

/** The other kinds; undefined until they are loaded. They are half of the server's code, and a page shows its prompt without them. */
let others: ReadonlyMap<string, Kind> | undefined

const loadOthers = lazy(async () => {
  const { kinds } = await import('./kinds.ts')
  others = new Map(kinds.map((kind) => [kind.resource, kind]))
  for (const kind of kinds) if (kind.rest === undefined) loaded.set(kind.resource, kind)
})

/**
 * The loaded kind of a resource, given by its template, such as `apps/deployments`; undefined when it is not loaded or has no
 * file.
 */
export const loadedKind = (resource: string): Kind | undefined => loaded.get(resource)

/** Loads the whole kind; undefined when it is loaded or has no file. */
export function loadKind(resource: string): Promise<void> | undefined {
  const isLoaded = loaded.has(resource) || others?.has(resource) === false
  return isLoaded ? undefined : loadWhole(resource)
}

async function loadWhole(resource: string): Promise<void> {
  await loadOthers()
  const kind = others?.get(resource)
  if (kind?.rest !== undefined && !loaded.has(resource)) loaded.set(resource, { ...kind, ...(await kind.rest()) })
}
