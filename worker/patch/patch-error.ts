import { badRequest, failure, plainError, tooLarge } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'

/**
 * The reason of a failed patch:
 *
 * - `malformed`: not a patch of its type
 * - `too-long`: more operations than allowed
 * - `inapplicable`: a JSON patch that does not apply to this document
 * - `unmergeable`: a strategic merge patch that does not match this document or its type
 */
export type PatchFault = 'malformed' | 'too-long' | 'inapplicable' | 'unmergeable'

/**
 * Thrown when a patch fails. The message comes from the real server's libraries; not every answer contains it (`patchStatus`).
 */
export class PatchError extends Error {
  override readonly name = 'PatchError'
  readonly kind: PatchFault

  constructor(kind: PatchFault, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The answer to a request whose patch failed (reference/patches.md 4 to 9). */
export function patchStatus(error: PatchError): StatusError {
  switch (error.kind) {
    case 'malformed':
      return badRequest(error.message)
    case 'too-long':
      return tooLarge(`Request entity too large: ${error.message}`)
    case 'inapplicable':
      // The real server does not report why a JSON patch does not apply.
      return failure({
        code: 422,
        reason: 'Invalid',
        message: 'the server rejected our request due to an error in our request',
        details: {},
      })
    case 'unmergeable':
      return plainError(error.message)
  }
}
