import type { ApiObject } from '../../api/object.ts'
import type { GroupVersionKind } from '../../api/group-version.ts'
import { formatGroupVersion } from '../../api/group-version.ts'
import { canonical } from '../../schema/canonical.ts'
import type { Form } from './webhook.ts'

/** Shows an object of one version in another, by way of the store's. */
export type VersionConverter = (object: ApiObject, from: Form, to: Form) => ApiObject

/** An object as its readers would see it in a form. */
export function inForm(object: ApiObject, from: Form, to: Form, convert: VersionConverter): ApiObject {
  const isPart = from.schema !== from.version.schema
  if (from.version === to.version || isPart) return canonical(from.schema, typed(object, from.kind))
  return convert(typed(object, from.kind), from, to)
}

function typed(object: ApiObject, { kind, ...version }: GroupVersionKind): ApiObject {
  const apiVersion = formatGroupVersion(version)
  // A copy would not know any more what was given empty.
  return object.kind === kind && object.apiVersion === apiVersion ? object : { ...object, kind, apiVersion }
}
