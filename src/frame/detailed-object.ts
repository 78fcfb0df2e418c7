import type { ObjectRef } from '../client/object-ref.ts'
import type { Tab } from '../state/tabs.svelte.ts'

/**
 * The object that the details pane shows beside the active tab: the object of the tab, the selected row of its table,
 * or the selected object of the map. Other tabs have no object.
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
