import { isObject, type Json, type JsonObject } from '../../api/json.ts'
import type { Authorizer } from '../../authorization/authorizer.ts'
import { PLAIN_JSON } from '../../codec/negotiation.ts'
import type { DocumentSource } from '../non-resource-requests.ts'
import { payload } from '../payload.ts'
import { DebugReader, type ShownObject } from './debug-access.ts'
import { isSecret, maskSecret } from './secret-mask.ts'

/** `/debug/audit`: the last audit events, oldest first, when no audit log file is configured. */
export function auditEvents(events: () => readonly JsonObject[], authorizer: Authorizer): DocumentSource {
  return async ({ path }, _request, user) => {
    if (path !== '/debug/audit') return undefined
    const reader = new DebugReader(authorizer, user)
    const items: JsonObject[] = []
    for (const event of events()) {
      const object = objectOf(event)
      if (object === undefined) items.push(event)
      else if (await reader.mayGet(object)) items.push(isSecret(object) ? masked(event) : event)
    }
    return payload(200, JSON.stringify({ kind: 'EventList', items }), PLAIN_JSON)
  }
}

function objectOf({ objectRef }: JsonObject): ShownObject | undefined {
  if (!isObject(objectRef)) return undefined
  const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
  return {
    group: text(objectRef.apiGroup),
    version: text(objectRef.apiVersion),
    resource: text(objectRef.resource),
    subresource: text(objectRef.subresource),
    namespace: text(objectRef.namespace),
    name: text(objectRef.name),
  }
}

function masked({ requestObject, responseObject, ...event }: JsonObject): JsonObject {
  return {
    ...event,
    ...(requestObject !== undefined && { requestObject: maskSecret(requestObject) }),
    ...(responseObject !== undefined && { responseObject: maskSecret(responseObject) }),
  }
}
