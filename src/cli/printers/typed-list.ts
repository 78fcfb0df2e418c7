import type { ApiObject } from '../../../worker/api/object.ts'
import type { FlagValues } from '../flags.ts'
import { withoutManagedFields } from './output.ts'
import { nestedJson } from './json.ts'

/** The list of several results. kubectl prints it as a Go struct, so its JSON has the struct's order of fields. */
export const typedList = (items: ApiObject[]) => ({ kind: 'List', apiVersion: 'v1', metadata: {}, items })

/** A typed list as JSON with `-o json`; undefined for other outputs, which sort all keys. */
export function typedListJson(items: ApiObject[], flags: FlagValues): string | undefined {
  if (flags.text('output').toLowerCase() !== 'json') return undefined
  const shown = flags.boolean('show-managed-fields') ? items : items.map(withoutManagedFields)
  return `${nestedJson(typedList(shown))}\n`
}
