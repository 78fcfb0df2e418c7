import { isObject, type Json, type JsonObject } from '../../worker/api/json.ts'

/** The verdict of an answered review in words: `denied: no owner`; undefined for another answer. */
export function reviewVerdict(body: string): string | undefined {
  const review = parsed(body)
  if (!isObject(review)) return undefined
  const { kind, response, status } = review
  if (kind === 'AdmissionReview') return isObject(response) ? admission(response) : undefined
  if (kind === 'ConversionReview') return isObject(response) ? conversion(response) : undefined
  if (!isObject(status)) return undefined
  if (kind === 'TokenReview') return status['authenticated'] === true ? 'authenticated' : 'not authenticated'
  if (kind === 'SubjectAccessReview') return access(status)
  return kind === 'ImageReview' ? allowed(status['allowed'], status['reason']) : undefined
}

const allowed = (value: Json | undefined, reason: Json | undefined): string =>
  value === true ? 'allowed' : reasoned('denied', reason)

const reasoned = (word: string, reason: Json | undefined): string =>
  typeof reason === 'string' && reason !== '' ? `${word}: ${reason}` : word

function admission(response: JsonObject): string {
  const { allowed: value, patch, status } = response
  if (value === true && patch !== undefined) return 'allowed, changed'
  return allowed(value, isObject(status) ? status['message'] : undefined)
}

function conversion({ result }: JsonObject): string {
  if (!isObject(result)) return 'failed'
  return result['status'] === 'Success' ? 'converted' : reasoned('failed', result['message'])
}

function access({ allowed: value, denied, reason }: JsonObject): string {
  if (value === true) return 'allowed'
  return denied === true ? reasoned('denied', reason) : 'no opinion'
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json
  } catch {
    return undefined
  }
}
