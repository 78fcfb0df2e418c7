import type { ObjectRef } from '../client/object-ref.ts'
import type { Tab } from '../state/tabs.svelte.ts'

/**
 * The object that the details pane shows beside the active tab: the object of the tab, the row that is selected in its
 * table, or the object that is selected in the map. Other tabs contain no object.
 */
export function detailedObject(
  tab: Pick<Tab, 'kind' | 'at'> | undefined,
  selected: ObjectRef | undefined,
): ObjectRef | undefined {
  if (tab?.kind === 'object') return tab.at
  if (tab?.kind === 'map') return selected
  const isOfTable =
    tab?.kind === 'collection' && tab.at?.group === selected?.group && tab.at?.resource === selected?.resource
  return isOfTable ? selected : undefined
}
