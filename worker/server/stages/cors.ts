import { corsHeaders } from '../../http/cors.ts'
import type { Stage } from '../exchange.ts'

/** Adds the CORS headers for an allowed origin, and answers its preflight requests. */
export const cors = {
  name: 'cors',
  run(exchange, next) {
    const { context, request } = exchange
    const headers = context.cors && corsHeaders(request, context.cors)
    if (headers === undefined) return next()
    exchange.headers.push(...headers)
    return request.method === 'OPTIONS' ? { status: 204, contentType: '', body: new Uint8Array() } : next()
  },
} satisfies Stage
