import { quote } from '../../api/go-format.ts'
import type { GroupVersionKind } from '../../api/group-version.ts'
import { isObject, objectOrEmpty, stringOrEmpty, type JsonObject } from '../../api/json.ts'
import { CallFault } from '../../webhooks/backend.ts'
import { readDocument, type TypedDocument } from '../../webhooks/document.ts'
import { readReview } from '../../webhooks/review-answer.ts'
import type { Dialect } from '../../dialect/dialect.ts'
import { builtinType } from '../../schema/builtin/types.ts'
import type { StructSchema } from '../../schema/schema.ts'
import type { Verdict } from './webhook.ts'
import { fromForgivingBase64 } from '../../runtime/bytes.ts'

/**
 * Reads the answer to a review.
 * @throws CallFault for an answer that cannot be decoded (`failed to call webhook`), then for invalid contents
 */
export async function readVerdict(
  body: Uint8Array,
  sent: { readonly uid: string; readonly version: 'v1' | 'v1beta1'; readonly mutating: boolean },
  dialect: Dialect,
): Promise<Verdict> {
  const { document, review } = await readAnswer(body, sent.version, dialect).catch(rethrowAsCallFailure)
  const { response } = review
  if (!isObject(response)) throw unacceptable('webhook response was absent')
  const beta = sent.version === 'v1beta1'
  if (!beta) checkIdentity(document, response, sent.uid, dialect)
  const patch =
    typeof response['patch'] === 'string' && response['patch'] !== '' ? patchText(response['patch']) : undefined
  const patchType = typeof response['patchType'] === 'string' ? response['patchType'] : undefined
  if (!beta) checkPatch(patch, patchType, sent.mutating)
  return {
    allowed: response['allowed'] === true,
    status: isObject(response['status']) ? response['status'] : undefined,
    patch,
    // v1beta1 did not check the patch type.
    patchType: beta ? 'JSONPatch' : (patchType ?? ''),
    auditAnnotations: objectOrEmpty(response['auditAnnotations']),
    warnings: Array.isArray(response['warnings']) ? response['warnings'].map(String) : [],
  }
}

async function readAnswer(body: Uint8Array, version: string, dialect: Dialect) {
  const document = await readDocument(body)
  const wanted = { group: dialect.spell('admission.{domain}'), version, kind: 'AdmissionReview' }
  return { document, review: readReview(document, wanted, (kind) => knownType(kind, dialect)) }
}

const patchText = (base64: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromForgivingBase64(base64))

export function rethrowAsCallFailure(error: unknown): never {
  throw error instanceof CallFault ? new CallFault(`failed to call webhook: ${error.message}`) : error
}

const unacceptable = (why: string): CallFault => new CallFault(`received invalid webhook response: ${why}`)

/** The schemas of an AdmissionReview of any version, and of a Status. */
function knownType({ group, version, kind }: GroupVersionKind, { spell }: Dialect): StructSchema | undefined {
  const isReview = kind === 'AdmissionReview' && group === spell('admission.{domain}') && /^v1(beta1)?$/.test(version)
  if (isReview) return builtinType(`api.admission.${version}.AdmissionReview`)
  const isStatus = kind === 'Status' && group === '' && version === 'v1'
  return isStatus ? builtinType('apimachinery.pkg.apis.meta.v1.Status') : undefined
}

/** Checks the uid, kind and version of a v1 answer; a v1beta1 answer may have others (reference/webhooks.md 13). */
function checkIdentity({ kind, apiVersion }: TypedDocument, response: JsonObject, uid: string, dialect: Dialect): void {
  const given = stringOrEmpty(response['uid'])
  if (given !== uid) throw unacceptable(`expected response.uid=${quote(uid)}, got ${quote(given)}`)
  const expected = dialect.spell('admission.{domain}/v1')
  if (kind === 'AdmissionReview' && apiVersion === expected) return
  const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`
  throw unacceptable(`expected webhook response of ${expected}, Kind=AdmissionReview, got ${got}`)
}

function checkPatch(patch: string | undefined, patchType: string | undefined, mutating: boolean): void {
  if (!mutating) {
    if (patch !== undefined) throw unacceptable('validating webhook may not return response.patch')
    if (patchType !== undefined) throw unacceptable('validating webhook may not return response.patchType')
    return
  }
  if (patch !== undefined && patchType === undefined) {
    throw unacceptable('webhook returned response.patch but not response.patchType')
  }
  if (patch === undefined && patchType !== undefined) {
    throw unacceptable('webhook returned response.patchType but not response.patch')
  }
  if (patchType === '') throw unacceptable('webhook returned invalid response.patchType of ""')
}
