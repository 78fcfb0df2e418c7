import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'
import { compactOrderedJson } from './printers/json.ts'
import type { Session } from './session.ts'
import { textMap } from './text-map.ts'
import { typing } from './typed-objects.ts'

/** The key of the annotation in which client-side apply stores the last applied configuration. */
export function lastAppliedKey(session: Session): string {
  return session.host.dialect.spell('{cli}.{labels}/last-applied-configuration')
}

export function lastAppliedOf(session: Session, object: ApiObject): string | undefined {
  return object.metadata?.annotations?.[lastAppliedKey(session)]
}

/**
 * The object in its namespace, with the last-applied annotation. The annotation holds the JSON of the object without
 * that annotation.
 */
export function withLastApplied(session: Session, object: ApiObject, namespace: string | undefined): ApiObject {
  const key = lastAppliedKey(session)
  const { [key]: _, ...annotations } = textMap(object.metadata?.annotations) ?? {}
  const placed = namespace === undefined ? {} : { namespace }
  const plain = { ...object, metadata: { ...object.metadata, ...placed, annotations } }
  return { ...plain, metadata: { ...plain.metadata, annotations: { ...annotations, [key]: `${goJson(plain)}\n` } } }
}

/**
 * Adds the last-applied annotation to an object that kubectl holds as a Go struct: the JSON has the order of the
 * struct's fields. The namespace is not added.
 */
export async function withTypedLastApplied(session: Session, object: ApiObject): Promise<ApiObject> {
  const typed = (await typing(session.host.dialect))(object)
  const annotations = { ...typed.metadata?.annotations, [lastAppliedKey(session)]: `${compactOrderedJson(typed)}\n` }
  return { ...typed, metadata: { ...typed.metadata, annotations } }
}
