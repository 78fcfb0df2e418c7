import type { JsonObject } from '../../api/json.ts'
import { answerOf } from '../../webhooks/backend-fixture.ts'
import type { WebhookCall, WebhookCaller } from '../../webhooks/backend.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../../resources/catalog.ts'
import { contextOf, type Objects } from '../admission-fixture.ts'

/** A backend that answers each review by its path, and records the requests. */
export function backend(respond: (path: string, request: JsonObject) => JsonObject) {
  const calls: { path: string; review: { apiVersion: string; request: JsonObject } }[] = []
  const caller: WebhookCaller = ({ url, body = '' }: WebhookCall) => {
    const review = JSON.parse(body) as { apiVersion: string; request: JsonObject }
    const path = new URL(url).pathname
    calls.push({ path, review })
    const response = { uid: review.request['uid'], ...respond(path, review.request) }
    return Promise.resolve(answerOf({ ...review, request: undefined, response }))
  }
  return { calls, caller }
}

/** A webhook configuration with one hook for each path, named `<path>.o.io`, by default for config maps. */
export const configuration = (name: string, ...hooks: (JsonObject & { path: string })[]) => ({
  metadata: { name },
  webhooks: hooks.map(({ path, ...hook }) => ({
    name: `${path}.o.io`,
    clientConfig: { url: `https://hooks.test/${path}` },
    rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['configmaps'], scope: '*' }],
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    sideEffects: 'None',
    timeoutSeconds: 10,
    admissionReviewVersions: ['v1'],
    ...hook,
  })),
})

export const patchOf = (...operations: JsonObject[]): JsonObject => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: btoa(JSON.stringify(operations)),
})

/** The context of webhooks over the built-in resources. */
export function environmentOf(callWebhook: WebhookCaller, objects: Objects = {}) {
  const forgiven: string[] = []
  const catalog = buildCatalog({ dialect: dialects.k8s })
  const failedOpen = ({ name }: { readonly name: string }): void => void forgiven.push(name)
  return { ...contextOf({ objects, catalog, callWebhook }), failedOpen, forgiven }
}
