import { hostOf } from '../address/embed-host.ts'
import type { LentWorker, WantsWorker } from '../contracts/embed-protocol.ts'
import { PROTOCOL_VERSION } from '../contracts/embed-protocol.ts'

/**
 * The port to the worker of another frame, for a view of its cluster. The embedding page sends the port; messages from
 * other windows and origins are ignored. Rejects when the address names no page.
 */
export function lentWorker(): Promise<MessagePort> {
  const host = hostOf(location.search)
  if (host === undefined)
    return Promise.reject(new Error('A view of a cluster needs the page that embeds the cluster.'))
  return new Promise((resolve) => {
    addEventListener(
      'message',
      function listener({ source, origin, data, ports }: MessageEvent<Partial<LentWorker> | null>) {
        const [port] = ports
        if (source !== parent || origin !== host || data?.type !== 'tabplane:worker' || port === undefined) return
        removeEventListener('message', listener)
        resolve(port)
      },
    )
    const wish: WantsWorker = { type: 'tabplane:wants-worker', version: PROTOCOL_VERSION }
    // `*` for an opaque origin, which cannot be named. The message contains nothing secret.
    parent.postMessage(wish, host === 'null' ? '*' : host)
  })
}
