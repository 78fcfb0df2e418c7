import { quote } from '../api/go-format.ts'
import type { StatusError } from '../api/status.ts'
import { failure, plainError } from '../api/status.ts'
import type { Environment } from './environment.ts'

/** How long a read waits for a version that is not reached yet, in milliseconds. */
const PATIENCE = 3000

const MAX_UINT64 = 2n ** 64n

/** What Go says of a text that is no 64-bit number; undefined for one. */
function numberFault(text: string): string | undefined {
  const parsing = `strconv.ParseUint: parsing ${quote(text)}`
  if (!/^\d+$/.test(text)) return `${parsing}: invalid syntax`
  return text.length >= 20 && BigInt(text) >= MAX_UINT64 ? `${parsing}: value out of range` : undefined
}

/**
 * A version sent with an object; 0 where it sets no condition.
 * @throws plainError() where it is no number.
 */
export function objectVersion(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const fault = numberFault(text)
  if (fault !== undefined) throw plainError(fault)
  return Number(text)
}

/** The fault of a version parameter; undefined for a number. */
export function parameterFault(text: string): string | undefined {
  const fault = numberFault(text)
  return fault && `resourceVersion: Invalid value: ${quote(text)}: ${fault}`
}

/** @throws plainError() where the parameter is no number. */
export function parameterVersion(text: string): number {
  if (text === '') return 0
  const fault = parameterFault(text)
  if (fault !== undefined) throw plainError(fault)
  return Number(text)
}

/** @throws 504 where the version is not reached in time (reference/list.md 7). */
export async function awaitRevision({ store }: Environment, revision: number): Promise<void> {
  if (revision <= store.revision || (await store.reached(revision, PATIENCE))) return
  throw tooLargeVersion(revision, store.revision)
}

function tooLargeVersion(revision: number, current: number): StatusError {
  return failure({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${revision}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })
}
