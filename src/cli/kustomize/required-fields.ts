import type { Json, JsonObject } from '../../../worker/api/json.ts'
import { isObject, objectOrEmpty, stringOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goText } from '../../../worker/api/go-format.ts'
import { Failure } from '../failure.ts'

/** @throws Failure for a document without a kind */
export function requireKindOfObject(document: Json): void {
  if (!isObject(document) || !hasIdentity(document)) throw new Failure('missing Resource metadata')
  if (stringOrEmpty(document.kind) === '') throw new Failure(`missing kind in object ${metadataText(document)}`)
}

/** Whether a document has one of the fields that identify an object. */
function hasIdentity({ apiVersion, kind, metadata }: JsonObject): boolean {
  const { name, namespace, labels, annotations } = objectOrEmpty(metadata)
  return [apiVersion, kind, name, namespace, labels, annotations].some((field) =>
    isObject(field) ? Object.keys(field).length > 0 : Boolean(field),
  )
}

/** @throws Failure for an object without a name */
export function requireName(object: ApiObject): void {
  if (!object.metadata?.name) throw new Failure(`missing metadata.name in object ${metadataText(object)}`)
}

/** The type and metadata of an object, as Go prints them in the faults of kustomize. */
function metadataText({ apiVersion = '', kind = '', metadata }: ApiObject): string {
  const { name = '', namespace = '', labels = {}, annotations = {} } = metadata ?? {}
  return `{{${apiVersion} ${kind}} {{${name} ${namespace}} ${goText(labels)} ${goText(annotations)}}}`
}
