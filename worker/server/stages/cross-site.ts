import { refuseCrossSite } from '../../http/cors.ts'
import type { Stage } from '../exchange.ts'

/** Refuses writes that a page of another origin made a browser send. */
export const crossSite = {
  name: 'cross-site',
  run({ context, request }, next) {
    if (context.cors !== undefined) refuseCrossSite(request, context.cors)
    return next()
  },
} satisfies Stage
