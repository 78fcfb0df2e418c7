import type { AdmissionRequest, AdmissionVerdict, HandledObject, HttpAnswer, HttpRequest } from '../handler.ts'
import type { WebhookHandler, WebhookRoute } from '../handler.ts'
import { objectChanges } from './object-changes.ts'
import { statusOf, type ReviewWithStatus } from './review-status.ts'
import { toBase64Text } from '../../../worker/runtime/bytes.ts'
import { errorMessage } from '../../../worker/runtime/error-message.ts'

/** An AdmissionReview or a ConversionReview, whose answer is `response`. */
interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: {
    readonly uid: string
    readonly desiredAPIVersion?: string
    readonly objects?: readonly HandledObject[]
  }
}

/** Answers a request of the API server by the route of its path. An error of the route becomes status 500 with its text. */
export async function answerRequest(
  handler: WebhookHandler,
  request: HttpRequest,
  describe: (error: unknown) => string,
): Promise<HttpAnswer> {
  const routes = new Map(Object.entries(handler.routes))
  const route = routes.get(request.path)
  if (route === undefined) {
    const body = `the handler has no route ${request.path}, only ${[...routes.keys()].join(', ')}\n`
    return { status: 404, headers: { 'Content-Type': 'text/plain' }, body }
  }
  try {
    return await answer(route, request)
  } catch (error) {
    return { status: 500, headers: { 'Content-Type': 'text/plain' }, body: describe(error) }
  }
}

async function answer(route: WebhookRoute, request: HttpRequest): Promise<HttpAnswer> {
  if ('http' in route) return route.http(request)
  const review = JSON.parse(request.body) as Review
  const { apiVersion, kind } = review
  if (!('convert' in route || 'admission' in route)) {
    const status = await statusOf(route, review as unknown as ReviewWithStatus)
    return { body: JSON.stringify({ apiVersion, kind, status }) }
  }
  const { uid } = review.request
  const response = 'convert' in route ? await converted(route, review) : await admitted(route, review, request.body)
  return { body: JSON.stringify({ apiVersion, kind, response: { uid, ...response } }) }
}

async function converted(route: Extract<WebhookRoute, { convert: unknown }>, { request }: Review): Promise<object> {
  const { desiredAPIVersion = '', objects = [] } = request
  try {
    const convertedObjects: HandledObject[] = []
    for (const object of objects) {
      const result = await route.convert(object, desiredAPIVersion)
      convertedObjects.push({ ...result, apiVersion: desiredAPIVersion })
    }
    return { result: { status: 'Success' }, convertedObjects }
  } catch (error) {
    return { result: { status: 'Failure', message: errorMessage(error) } }
  }
}

async function admitted(
  route: Extract<WebhookRoute, { admission: unknown }>,
  { request }: Review,
  sent: string,
): Promise<object> {
  const verdict: AdmissionVerdict = (await route.admission(request as unknown as AdmissionRequest)) ?? {}
  const { denied, code = 403, warnings, auditAnnotations } = verdict
  const shared = { ...(warnings && { warnings }), ...(auditAnnotations && { auditAnnotations }) }
  if (denied !== undefined) return { ...shared, allowed: false, status: { message: denied, code } }
  const patch = patchOf(sent, verdict)
  if (patch.length === 0) return { ...shared, allowed: true }
  return { ...shared, allowed: true, patchType: 'JSONPatch', patch: toBase64Text(JSON.stringify(patch)) }
}

function patchOf(sent: string, { object, patch }: AdmissionVerdict): readonly unknown[] {
  if (patch !== undefined) return patch
  if (object === undefined) return []
  // The route may have changed the object in place, so the patch is computed against the text that was sent.
  const { request } = JSON.parse(sent) as { readonly request: AdmissionRequest }
  return request.object === null ? [] : objectChanges(request.object, object)
}
