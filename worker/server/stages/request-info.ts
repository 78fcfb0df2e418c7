import { readRequestInfo } from '../../http/request-info.ts'
import type { Stage } from '../exchange.ts'

/** Reads verb, resource, namespace and name from method and URL. */
export const requestInfo = {
  name: 'request-info',
  run(exchange, next) {
    const { method, url } = exchange.request
    exchange.requestInfo = readRequestInfo(method, url)
    return next()
  },
} satisfies Stage
