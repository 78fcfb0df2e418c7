import { isObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { listAt, textAt } from '../path.ts'

/** The name of the version in which objects of a definition are stored; undefined when no version has `storage: true`. */
export const storageVersion = (definition: ApiObject): string | undefined => {
  const stored = listAt(definition, 'spec.versions')
    .filter(isObject)
    .find(({ storage }) => storage === true)
  return stored && textAt(stored, 'name')
}
