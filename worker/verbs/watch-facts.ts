import type { WatchRequest } from '../observability/watch-registry.ts'
import type { Caller, Target, View, WatchEvent, WatchOptions } from './verbs.ts'

/**
 * The facts of a watch that `/debug/watches` shows.
 * @param controller the name of the controller that watches; empty for other clients
 */
export function watchRequest(
  { resource, version, namespace }: Target,
  { user, userAgent }: Caller,
  { labelSelector, fieldSelector, resourceVersion }: WatchOptions,
  controller = '',
): WatchRequest {
  const selection = { namespace, labelSelector, fieldSelector, resourceVersion }
  const type = { group: resource.group, version: version.version, resource: resource.name }
  return { user: user.username, userAgent, controller, ...type, ...selection }
}

/** The place of an event's object, without decoding it; undefined for bookmarks and errors. */
export const placeOf = (event: WatchEvent): (() => { namespace: string; name: string }) | undefined =>
  'view' in event ? () => placeOfView(event.view) : undefined

function placeOfView(view: View): { namespace: string; name: string } {
  const { namespace = '', name = '' } = view.place ?? view.object.metadata ?? {}
  return { namespace, name }
}
