import { quote } from '../api/go-format.ts'
import { formatGroupVersion, parseGroupVersion, type GroupVersionKind } from '../api/group-version.ts'
import { isObject, objectOrEmpty, stringOrEmpty, type Json, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { plainError } from '../api/status.ts'
import { addressOf, type FindService } from '../webhooks/address.ts'
import { CallFault, type WebhookCaller } from '../webhooks/backend.ts'
import { readDocument } from '../webhooks/document.ts'
import { exchange } from '../webhooks/exchange.ts'
import { checkStatus } from '../webhooks/response-status.ts'
import { readReview } from '../webhooks/review-answer.ts'
import type { Clock } from '../clock/clock.ts'
import { stringifyJson } from '../codec/encode.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { builtinType } from '../schema/builtin/types.ts'
import { unmarshalFault } from '../api/unmarshal-fault.ts'
import type { StructSchema } from '../schema/schema.ts'
import { restoredMetadata } from './converted-metadata.ts'

/** The parts of a cluster that a call of a conversion webhook needs. */
export interface ConversionEnvironment {
  readonly clock: Clock
  readonly dialect: Dialect
  readonly findService: FindService
  /** Calls a webhook; undefined on a host that cannot reach backends. */
  readonly callWebhook?: WebhookCaller | undefined
}

/** `spec.conversion.webhook` of a definition. */
export interface ConversionWebhook extends JsonObject {
  readonly clientConfig?: JsonObject
  readonly conversionReviewVersions?: string[]
}

/** The time that a conversion may take, milliseconds. */
const TIMEOUT = 30_000

interface ConversionRequest {
  readonly uid: string
  readonly version: string
  readonly desired: string
  readonly object: ApiObject
}

/**
 * Converts an object by a webhook to the apiVersion `desired`, such as `example.com/v2`. In the metadata, the webhook may
 * change only labels and annotations.
 * @throws plainError() with the message of the real server (reference/webhooks.md 19 and 20)
 */
export async function convertByWebhook(
  { clientConfig = {}, conversionReviewVersions = [] }: ConversionWebhook,
  environment: ConversionEnvironment,
  object: ApiObject,
  desired: string,
): Promise<ApiObject> {
  const version = conversionReviewVersions.find((one) => one === 'v1' || one === 'v1beta1')
  if (version === undefined) throw plainError('no supported conversion review versions')
  const about = `conversion webhook for ${object.apiVersion}, Kind=${object.kind}`
  const request = { uid: environment.clock.uuid(), version, desired, object: withoutResourceVersion(object) }
  const objects = await requestConversion(clientConfig, environment, request).catch((error: unknown) => {
    throw error instanceof CallFault ? plainError(`${about} failed: ${error.message}`) : error
  })
  if (objects.length !== 1) throw plainError(`${about} returned ${objects.length} objects, expected 1`)
  const converted = readObject(objects[0] ?? null)
  const fault = typeFault(converted, object, desired)
  if (fault !== undefined) throw plainError(`${about} returned invalid object at index 0: ${fault}`)
  const mismatch = identityFault(converted, object)
  if (mismatch !== undefined) throw plainError(`${about} returned invalid object: ${mismatch}`)
  const { metadata, faults } = restoredMetadata(object.metadata ?? {}, converted['metadata'])
  if (faults !== '') throw plainError(`${about} returned invalid metadata: ${faults}`)
  return { ...converted, metadata }
}

/** The webhook receives the object as the real server stores it: without resourceVersion and selfLink. */
function withoutResourceVersion(object: ApiObject): ApiObject {
  const { resourceVersion: _, selfLink: __, ...metadata } = object.metadata ?? {}
  return { ...object, metadata }
}

async function requestConversion(
  client: JsonObject,
  environment: ConversionEnvironment,
  request: ConversionRequest,
): Promise<Json[]> {
  const { clock, dialect, callWebhook: caller, findService } = environment
  const limit = new AbortController()
  const stop = clock.after(TIMEOUT, () => limit.abort())
  try {
    const address = addressOf(client, TIMEOUT, findService)
    if (caller === undefined) throw new CallFault(`Post ${quote(address.url)}: this host cannot reach backends`)
    const answer = await exchange(
      { caller, clock },
      {
        ...address,
        method: 'POST',
        body: stringifyJson(reviewOf(request, dialect)),
        userAgent: dialect.spell('{system}-apiserver-admission'),
        signal: limit.signal,
        // A call that a person inspects has no time limit.
        hold: stop,
      },
    )
    await checkStatus(answer)
    return await readAnswer(answer.body, request, dialect)
  } finally {
    stop()
  }
}

const reviewOf = ({ uid, version, desired, object }: ConversionRequest, { spell }: Dialect): JsonObject => ({
  kind: 'ConversionReview',
  apiVersion: spell(`apiextensions.{domain}/${version}`),
  request: { uid, desiredAPIVersion: desired, objects: [object] },
  response: { uid: '', convertedObjects: null, result: { metadata: {} } },
})

async function readAnswer(body: Uint8Array, { uid, version }: ConversionRequest, dialect: Dialect): Promise<Json[]> {
  const document = await readDocument(body)
  const wanted = { group: dialect.spell('apiextensions.{domain}'), version, kind: 'ConversionReview' }
  const { response } = readReview(document, wanted, (kind) => knownType(kind, wanted.group))
  // As with admission reviews, the identity of the answer is checked for v1 only.
  if (version === 'v1') {
    const expected = `${formatGroupVersion(wanted)}, Kind=${wanted.kind}`
    const got = `${document.apiVersion === '' ? '/' : document.apiVersion}, Kind=${document.kind}`
    if (got !== expected) throw new CallFault(`expected webhook response of ${expected}, got ${got}`)
  }
  if (!isObject(response)) throw new CallFault('no response provided')
  const given = stringOrEmpty(response['uid'])
  if (version === 'v1' && given !== uid) {
    throw new CallFault(`expected response.uid=${quote(uid)}, got ${quote(given)}`)
  }
  const result = objectOrEmpty(response['result'])
  const status = stringOrEmpty(result['status'])
  if (status !== 'Success') {
    throw new CallFault(stringOrEmpty(result['message']) || `response.result.status was '${status}', not 'Success'`)
  }
  const { convertedObjects } = response
  return Array.isArray(convertedObjects) ? convertedObjects : []
}

function knownType({ group, version, kind }: GroupVersionKind, own: string): StructSchema | undefined {
  if (kind === 'ConversionReview' && group === own && /^v1(beta1)?$/.test(version))
    return builtinType(`apiextensions-apiserver.pkg.apis.apiextensions.${version}.ConversionReview`)
  const isStatus = kind === 'Status' && group === '' && version === 'v1'
  return isStatus ? builtinType('apimachinery.pkg.apis.meta.v1.Status') : undefined
}

function readObject(value: Json): JsonObject {
  if (value === null) throw plainError('unexpected end of JSON input')
  if (!isObject(value)) {
    throw plainError(unmarshalFault(value, String.raw`struct { Items json.RawMessage "json:\"items\"" }`))
  }
  if (stringOrEmpty(value['kind']) === '') throw plainError(`Object 'Kind' is missing in '${stringifyJson(value)}'`)
  return value
}

function typeFault(converted: JsonObject, { kind = '' }: ApiObject, desired: string): string | undefined {
  const apiVersion = stringOrEmpty(converted['apiVersion'])
  const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: apiVersion }
  if (formatGroupVersion({ group, version }) !== desired) {
    return `invalid groupVersion (expected ${desired}, received ${apiVersion})`
  }
  return converted['kind'] === kind
    ? undefined
    : `invalid kind (expected ${kind}, received ${stringOrEmpty(converted['kind'])})`
}

function identityFault(converted: JsonObject, { metadata = {} }: ApiObject): string | undefined {
  const found = objectOrEmpty(converted['metadata'])
  const parts = [
    ['name', metadata.name, found['name']],
    ['namespace', metadata.namespace, found['namespace']],
    ['UID', metadata.uid, found['uid']],
  ] as const
  const other = parts.find(([, before, after]) => (before ?? '') !== stringOrEmpty(after))
  return other && `must have the same ${other[0]}: ${other[1] ?? ''} != ${stringOrEmpty(other[2])}`
}
