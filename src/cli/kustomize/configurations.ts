import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, objectsIn, stringOrEmpty, stringsIn } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import type { Files } from '../host.ts'
import type { Place } from './field-paths.ts'
import { specifiedPlaces } from './field-paths.ts'
import type { Kustomization } from './kustomization.ts'
import { fileWithin, readBytes } from './kustomization.ts'
import { configurationValue } from './resource-files.ts'

/**
 * Additional places that transformers change, from the files of `configurations`. For each transformer: a list of field
 * specifications (`path`, and the `kind`, `group` and `version` of the objects).
 */
export type Configuration = Readonly<Record<string, readonly JsonObject[]>>

/** The configurations of a kustomization, in the order of its files. @throws Failure for a file that cannot be read */
export async function configurationOf(files: Files, { folder, fields }: Kustomization): Promise<Configuration> {
  const all = new Map<string, JsonObject[]>()
  for (const path of stringsIn(fields.configurations)) {
    const text = new TextDecoder().decode(await readBytes(files, await fileWithin(files, folder, path)))
    for (const [name, specifications] of Object.entries(objectOrEmpty(await configurationValue(text))))
      all.set(name, [...(all.get(name) ?? []), ...objectsIn(specifications)])
  }
  return Object.fromEntries(all)
}

/** Whether a field specification, or the target of a name reference, means the kind of an object. */
export function meansKind({ kind, group, version }: JsonObject, object: ApiObject): boolean {
  const [ofVersion = '', ofGroup = ''] = (object.apiVersion ?? '').split('/').reverse()
  return [
    [kind, object.kind],
    [group, ofGroup],
    [version, ofVersion],
  ].every(([wanted, own]) => stringOrEmpty(wanted) === '' || wanted === own)
}

/** The object after a change of the values at the specified places. When `change` returns undefined, the value stays. */
export function changedAt(
  object: ApiObject,
  specifications: readonly JsonObject[],
  change: (value: Json | undefined, isCreating: boolean) => Json | undefined,
): ApiObject {
  const changed = structuredClone(object)
  for (const specification of specifications) {
    if (!meansKind(specification, object)) continue
    const isCreating = specification.create === true
    const set = (place: Place): void => {
      const value = change(place.value, isCreating)
      if (value !== undefined) place.set(value)
    }
    specifiedPlaces(changed, stringOrEmpty(specification.path), isCreating).forEach(set)
  }
  return changed
}

/** Adds the pairs of labels or annotations to the maps at the specified places. */
export const withPairsAt = (
  object: ApiObject,
  pairs: Readonly<Record<string, string>>,
  specifications: readonly JsonObject[],
): ApiObject =>
  Object.keys(pairs).length === 0
    ? object
    : changedAt(object, specifications, (value, isCreating) =>
        isObject(value) || isCreating ? { ...objectOrEmpty(value), ...pairs } : undefined,
      )

/**
 * Whether a prefix or a suffix changes the name of an object. A configuration for names replaces the rule that all
 * names change.
 */
export function isNamedBy(object: ApiObject, specifications: readonly JsonObject[] = []): boolean {
  const ofNames = specifications.filter(({ path }) => path === 'metadata/name')
  return ofNames.length === 0 || ofNames.some((each) => meansKind(each, object))
}
