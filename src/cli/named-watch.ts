import type { ApiObject } from '../../worker/api/object.ts'
import type { Client } from './client.ts'
import { resourcePath } from './discovery.ts'
import { listed } from './lists.ts'
import type { Target } from './selection.ts'

/**
 * Yields the current object of a target, then its state after each event of a watch; undefined for an object that does
 * not exist or was deleted. Like kubectl, it starts the watch at the revision of a list, because the resourceVersion of
 * an object that did not change for long may be too old.
 */
export async function* statesOf(
  client: Client,
  { type, namespace, name }: Pick<Target, 'type' | 'namespace' | 'name'>,
): AsyncGenerator<ApiObject | undefined> {
  const path = resourcePath(type, namespace)
  const fieldSelector = `metadata.name=${name}`
  const list: ApiObject = await client.json({ path, query: { fieldSelector, limit: '500', resourceVersion: '0' } })
  yield listed(list)[0]
  const { resourceVersion } = list.metadata ?? {}
  for await (const event of client.watch({ path, query: { fieldSelector, resourceVersion } }))
    yield event.type === 'DELETED' ? undefined : event.object
}
