import { isObject, stringOrEmpty, type Json, type JsonObject } from '../../api/json.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { DocumentSource } from '../document-server.ts'
import { payload } from '../payload.ts'
import { DebugReader, type ShownObject } from './debug-access.ts'
import { isSecret, MASK, maskSecret, maskTokens } from './secret-mask.ts'

/**
 * Returns the source of the document `/debug/audit`: the last audit events, oldest first, when no audit log file is configured.
 */
export function auditEvents(events: () => readonly JsonObject[], authorizer: Authorizer): DocumentSource {
  return async ({ path }, _request, user) => {
    if (path !== '/debug/audit') return undefined
    const reader = new DebugReader(authorizer, user)
    const items: JsonObject[] = []
    for (const event of events()) {
      const object = objectOf(event)
      if (object === undefined) items.push(event)
      else if (await reader.mayGet(object)) items.push(isSecret(object) ? masked(event) : withoutTokens(event))
    }
    return payload(200, JSON.stringify({ kind: 'EventList', items }), PLAIN_JSON)
  }
}

function objectOf({ objectRef }: JsonObject): ShownObject | undefined {
  if (!isObject(objectRef)) return undefined
  return {
    group: stringOrEmpty(objectRef.apiGroup),
    version: stringOrEmpty(objectRef.apiVersion),
    resource: stringOrEmpty(objectRef.resource),
    subresource: stringOrEmpty(objectRef.subresource),
    namespace: stringOrEmpty(objectRef.namespace),
    name: stringOrEmpty(objectRef.name),
  }
}

function masked(event: JsonObject): JsonObject {
  const { responseStatus } = event
  // The message about a body that could not be read quotes the body.
  if (!isObject(responseStatus) || responseStatus.code !== 400) return withMaskedObjects(event, maskSecret)
  const hidden = withMaskedObjects(event, () => MASK)
  return { ...hidden, responseStatus: { ...responseStatus, message: MASK } }
}

const withoutTokens = (event: JsonObject): JsonObject => withMaskedObjects(event, maskTokens)

function withMaskedObjects(
  { requestObject, responseObject, ...event }: JsonObject,
  mask: (value: Json) => Json,
): JsonObject {
  return {
    ...event,
    ...(requestObject !== undefined && { requestObject: mask(requestObject) }),
    ...(responseObject !== undefined && { responseObject: mask(responseObject) }),
  }
}
