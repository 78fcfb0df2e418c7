import type { Server } from '../server/cluster.ts'

/** Replaces `loopback-server.ts` and `webhook-caller.ts` in the build for browsers. */

export function listenOnLoopback(): Promise<Server> {
  return Promise.reject(new TypeError('A cluster in a browser cannot listen on a port; use cluster.fetch'))
}

export function callWebhook(): Promise<never> {
  return Promise.reject(new TypeError('A cluster in a browser calls no webhooks; its failurePolicy decides'))
}
