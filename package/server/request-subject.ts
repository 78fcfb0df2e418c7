import type { ApiRequest, ApiResponse } from '../../worker/api/exchange.ts'
import { readRequestInfo, TextRefusal } from '../../worker/http/request-info.ts'

/** The attributes of a request that faults and the request log use. */
export interface RequestSubject {
  readonly verb: string
  readonly group: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** A handle that receives the subject with the request, so that its URL is read once. */
export type SubjectHandle = (request: ApiRequest, subject: RequestSubject | undefined) => Promise<ApiResponse>

/** The attributes of a request; undefined for a malformed URL, which the server refuses. */
export function subjectOf(method: string, url: string): RequestSubject | undefined {
  try {
    return readRequestInfo(method, url)
  } catch (error) {
    if (error instanceof TextRefusal) return undefined
    throw error
  }
}
