import { badRequest, failure, plainError, tooLarge } from '../api/status.ts'
import type { StatusError } from '../api/status.ts'

/**
 * Why a patch could not be applied. The message says what is wrong with it, as the real server's libraries do; a client
 * that patches by itself shows it. The server does not always: see `patchStatus`.
 *
 * - `malformed`: not a patch of its type at all
 * - `too-long`: more operations than are allowed
 * - `inapplicable`: a JSON patch that does not apply to this document
 * - `unmergeable`: a strategic merge patch that does not fit this document or its type
 */
export type PatchFault = 'malformed' | 'too-long' | 'inapplicable' | 'unmergeable'

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
      // The reason stays on the server: every JSON patch that does not apply gets this text.
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
