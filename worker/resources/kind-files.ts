import { part } from '../api/part.ts'
import { firstKinds } from './first-kinds.ts'
import type { Kind } from './resource.ts'

/**
 * The kinds' files that are there: at first those that a new cluster needs, and all others once a request is for one of
 * them. They are half of the server, and a page that shows a prompt has needed none of them.
 */
const files = new Map<string, Kind>(firstKinds.map((kind) => [kind.resource, kind]))
let isComplete = false

/** By the template of the resource, `apps/deployments`; undefined where the kind has no file of its own. */
export const kindFile = (resource: string): Kind | undefined => files.get(resource)

/** Whether there is nothing to wait for. */
export const isKindHere = (resource: string): boolean => isComplete || files.has(resource)

/** Resolves once `isKindHere`; undefined where it is. */
export const kindArriving = (resource: string): Promise<void> | undefined =>
  isKindHere(resource) ? undefined : loadKinds()

const loadKinds = part(async () => {
  const { kinds } = await import('./kinds.ts')
  for (const kind of kinds) files.set(kind.resource, kind)
  isComplete = true
})
