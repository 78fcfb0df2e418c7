import { lazy } from '../api/lazy.ts'
import { firstKinds } from './first-kinds.ts'
import type { Kind } from './resource.ts'

/**
 * The loaded kinds: at first those whose objects a new cluster starts with, and all others after the first request for one
 * of them. The others are half of the server, and a page shows its prompt without them.
 */
const files = new Map<string, Kind>(firstKinds.map((kind) => [kind.resource, kind]))
let isComplete = false

/** By the template of the resource, `apps/deployments`; undefined when the kind has no file of its own. */
export const kindFile = (resource: string): Kind | undefined => files.get(resource)

export const isKindLoaded = (resource: string): boolean => isComplete || files.has(resource)

/** Undefined when the kind is loaded. */
export const loadKind = (resource: string): Promise<void> | undefined =>
  isKindLoaded(resource) ? undefined : loadOtherKinds()

const loadOtherKinds = lazy(async () => {
  const { kinds } = await import('./kinds.ts')
  for (const kind of kinds) files.set(kind.resource, kind)
  isComplete = true
})
