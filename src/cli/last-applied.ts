import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/api/go-json.ts'
import type { Session } from './session.ts'

/** The annotation in which client-side apply stores the last applied configuration. */
export function lastAppliedKey(session: Session): string {
  return session.host.dialect.spell('{cli}.{labels}/last-applied-configuration')
}

export function lastAppliedOf(session: Session, object: ApiObject): string | undefined {
  return object.metadata?.annotations?.[lastAppliedKey(session)]
}

/** The object with an annotation that holds its JSON. */
export function withLastApplied(session: Session, object: ApiObject, namespace: string | undefined): ApiObject {
  const key = lastAppliedKey(session)
  const { [key]: _, ...annotations } = object.metadata?.annotations ?? {}
  const placed = namespace === undefined ? {} : { namespace }
  const plain = { ...object, metadata: { ...object.metadata, ...placed, annotations } }
  return { ...plain, metadata: { ...plain.metadata, annotations: { ...annotations, [key]: `${goJson(plain)}\n` } } }
}
