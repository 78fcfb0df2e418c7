import { integerFault, clampedInteger, exactInteger, type Int64 } from '../api/int64.ts'
import { quote } from '../api/go-format.ts'
import type { StatusError } from '../api/status.ts'
import { badRequest, failure, plainError } from '../api/status.ts'
import type { Environment } from './environment.ts'

/** Longest wait of a read for a later version, in milliseconds. */
const PATIENCE = 3000

/** Go's error for a text that is not a 64-bit number; undefined for a number. */
function numberFault(text: string): string | undefined {
  const fault = integerFault(text, false)
  return fault && `strconv.ParseUint: parsing ${quote(text)}: ${fault}`
}

/**
 * The resourceVersion of a sent object; 0 when it sets no condition.
 * @throws plainError() when it is not a number
 */
export function objectVersion(text: string | undefined): Int64 {
  if (text === undefined || text === '') return 0
  const fault = numberFault(text)
  if (fault !== undefined) throw plainError(fault)
  return exactInteger(BigInt(text))
}

/** Whether a text is a resourceVersion other than 0. */
export const namesRevision = (text = ''): boolean => numberFault(text) === undefined && objectVersion(text) !== 0

/** The fault of a version parameter; undefined for a number. */
function parameterFault(text: string): string | undefined {
  const fault = numberFault(text)
  return fault && `resourceVersion: Invalid value: ${quote(text)}: ${fault}`
}

/**
 * Returns the revision in a version parameter, or 0 for an empty parameter.
 * @throws plainError() when the parameter is not a number
 */
export function parameterVersion(text: string): Int64 {
  if (text === '') return 0
  const fault = parameterFault(text)
  if (fault !== undefined) throw plainError(fault)
  return exactInteger(BigInt(text))
}

/** Refuses a version parameter that is not a number, with the error of the real server's store. @throws badRequest() */
export function requireNumber(text: string): void {
  const fault = text === '' ? undefined : parameterFault(text)
  if (fault !== undefined) throw badRequest(`invalid resource version: ${fault}`)
}

/** Waits until the store reaches a revision. @throws 504 when this takes longer than PATIENCE (reference/list.md 7) */
export async function awaitRevision({ store }: Environment, revision: Int64): Promise<void> {
  if (revision <= store.revision || (await store.reached(clampedInteger(revision), PATIENCE))) return
  throw tooLargeVersion(revision, store.revision)
}

/**
 * Refuses a revision that the store has not reached. For reads that the real server makes from its store, which does not wait.
 * @throws 504
 */
export function requireRevision({ store }: Environment, revision: Int64): void {
  if (revision > store.revision) throw tooLargeVersion(revision, store.revision, {})
}

function tooLargeVersion(
  revision: Int64,
  current: number,
  retry: { readonly retryAfterSeconds?: number } = { retryAfterSeconds: 1 },
): StatusError {
  return failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${revision}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      ...retry,
    },
  })
}
