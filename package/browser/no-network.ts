import type { Server } from '../server/cluster.ts'

// Replaces the modules in the build for browsers that need Node: ports, webhooks, folders and flags.

export function listenOnLoopback(): Promise<Server> {
  return Promise.reject(new TypeError('A cluster in a browser cannot listen on a port; use cluster.fetch'))
}

export function callWebhook(): Promise<never> {
  return Promise.reject(new TypeError('A cluster in a browser calls no webhooks; its failurePolicy decides'))
}

export function flagOptions(): Promise<never> {
  return Promise.reject(
    new TypeError('A cluster in a browser has no flags; it has the options controllers, featureGates …'),
  )
}

export function folderSnapshotLog(): never {
  throw new TypeError('A cluster in a browser cannot open a folder; its storage is memory')
}
