import type { LinkRequest } from './link-client.ts'
import type { AnswerMessage } from './messages.ts'

/** A request that the service worker caught, as a link carries it. */
export async function apiRequest(request: Request, path: { cluster: string; url: string }): Promise<LinkRequest> {
  const { method, headers, signal } = request
  const body = method === 'GET' || method === 'HEAD' ? undefined : new Uint8Array(await request.arrayBuffer())
  return { ...path, method, headers: [...headers], body: body?.byteLength === 0 ? undefined : body, signal }
}

export const isStreamOfJson = ({ headers }: AnswerMessage): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/json'))
