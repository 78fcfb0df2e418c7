import type { LinkClient } from '../../worker/host/link-client.ts'
import type { ClusterInfo, FromWorker } from '../../worker/host/messages.ts'
import type { ClusterHandle, ClusterLink, ClusterState } from './cluster.ts'
import { isWrite, lastingStorage } from './lasting-storage.ts'
import { requestBody } from './request-body.ts'

/** A handle, with the methods that the connection calls. */
export interface OpenHandle {
  readonly id: string
  readonly handle: ClusterHandle
  receive(message: FromWorker): void
  detached(): void
  failed(why: string): void
  renamed(info: ClusterInfo): void
}

interface HandleOptions {
  readonly info: ClusterInfo
  readonly base: URL
  readonly client: LinkClient
  readonly memory: boolean
  readonly closed: () => void
}

export function openHandle({ info: opened, base, client, memory, closed }: HandleOptions): OpenHandle {
  const { id } = opened
  let info = opened
  const listeners = new Set<(state: ClusterState) => void>()
  const link: ClusterLink = { send: (message, port) => client.send(message, port) }
  let state: ClusterState = { phase: 'ready', saved: memory ? 'memory' : 'saved', revision: 0 }
  const lasting = lastingStorage((isLasting) => change({ ...state, isLasting }))
  const change = (next: ClusterState): void => {
    state = next
    lasting.changed(state)
    for (const listener of listeners) listener(state)
  }
  const send: ClusterHandle['fetch'] = async (path, init = {}) => {
    const headers = new Headers(init.headers)
    const method = (init.method ?? 'GET').toUpperCase()
    const body = await requestBody(init.body, headers)
    const accepted = isWrite(method, path) ? lasting.sending(state) : undefined
    const signal = init.signal ?? undefined
    const response = await client.fetch({ cluster: id, method, url: path, headers: [...headers], body, signal })
    if (response.ok) accepted?.()
    return response
  }
  return {
    id,
    handle: {
      id,
      get info() {
        return info
      },
      baseUrl: new URL(`clusters/${id}`, base).href,
      fetch: send,
      get state() {
        return state
      },
      onState(listener) {
        listeners.add(listener)
        listener(state)
        return () => void listeners.delete(listener)
      },
      link,
      close() {
        listeners.clear()
        link.listener = undefined
        closed()
      },
    },
    receive(message) {
      link.listener?.(message)
      if (message.type !== 'status' || message.cluster !== id) return
      const { phase, saved, revision, error, notice } = message
      change({ phase, saved, revision, error, notice, isLasting: state.isLasting })
    },
    detached: () => change({ ...state, phase: 'reconnecting' }),
    renamed(next) {
      info = next
      change(state)
    },
    failed: (error) => change({ ...state, phase: 'failed', error }),
  }
}
