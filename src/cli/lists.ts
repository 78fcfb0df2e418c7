import type { ApiObject } from '../../worker/api/object.ts'
import { listItems } from '../client/list-items.ts'
import type { ResourceType } from './discovery.ts'
import { itemsOf } from './printers/output.ts'
import type { Session } from './session.ts'

/** The text for an empty result: `No resources found in x namespace.` */
export async function nothingFound(session: Session, found: readonly { type: ResourceType }[]): Promise<string> {
  const namespaced = !session.flags.boolean('all-namespaces') && found.every(({ type }) => type.namespaced)
  return namespaced ? `No resources found in ${await session.namespace()} namespace.\n` : 'No resources found\n'
}

/** The items of a list, each with the type that the list implies. */
export const listed = (page: ApiObject): ApiObject[] => listItems({ ...page, items: itemsOf(page) })
