import type { Status } from '../../worker/api/status.ts'

/** A request that the server refused; `status` is the complete Status of the response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: Status

  constructor(status: Status) {
    super(status.message ?? `The server answered ${status.code}`)
    this.status = status
  }

  get code(): number {
    return this.status.code
  }

  get reason(): string {
    return this.status.reason ?? ''
  }
}

function isStatus(value: unknown): value is Status {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'Status'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The error of a failed response. Some responses are plain text (an unknown group: `404 page not found`). */
export async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text()
  const body = parse(text)
  if (isStatus(body)) return new ApiError({ ...body, code: body.code || response.status })
  const message = text.trim() || `The server answered ${response.status} without a body`
  return new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    code: response.status,
  })
}

/** The error inside a watch's `ERROR` event. */
export function errorOfEvent(object: unknown): ApiError {
  if (isStatus(object)) return new ApiError(object)
  const message = 'The watch ended with an error that is not a Status'
  return new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, code: 500 })
}

/** Exported again for components, which import nothing from the server. */
export { errorMessage } from '../../worker/runtime/error-message.ts'
