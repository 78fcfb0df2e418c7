import { serveNonResource } from '../../http/non-resource-requests.ts'
import { serveResource } from '../../http/resource-requests.ts'
import type { Stage } from '../exchange.ts'
import { ExchangeCaller } from '../exchange-caller.ts'

/** The last stage: the verb of a resource, or a document. */
export const dispatch = {
  name: 'dispatch',
  run(exchange) {
    const { context, info, request, user } = exchange
    const { documents } = context
    return info.resourceRequest && !info.path.startsWith('//')
      ? serveResource(documents, info, request, new ExchangeCaller(exchange))
      : serveNonResource(documents, info, request, user)
  },
} satisfies Stage
