import type { ClientRequest } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { connect, type ConnectionOptions } from 'node:tls'
import { isSignedFor } from './client-known-authority.ts'

type Established = (error: Error | null, socket: Duplex) => void

/** Options of a request, as they reach its agent: Node removes `signal`. */
interface Options extends ConnectionOptions {
  readonly requestSignal?: AbortSignal
}

/**
 * Connects without OpenSSL's store of authorities. Node fills that store with its 140 own authorities before it adds the
 * authorities of the request. To fill it takes 28 ms of a command's start. When `isSignedFor` does not accept the
 * certificate, OpenSSL verifies it on a new connection. Nothing is sent before one of the two has accepted the
 * certificate.
 */
class DirectAgent extends Agent {
  override createConnection(options: Options, established: Established): Duplex | null | undefined {
    const { ca, rejectUnauthorized, requestSignal: signal } = options
    if (typeof ca !== 'string' || rejectUnauthorized === false) return super.createConnection(options, established)
    const socket = connect({ ...options, ca: [], allowPartialTrustChain: false, rejectUnauthorized: false })
    // An aborted request of Node still waits for its socket, so the signal destroys the socket.
    const abort = (): void => void socket.destroy(new Error('the request was aborted'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    const fail = (error: Error): void => {
      signal?.removeEventListener('abort', abort)
      established(error, socket)
    }
    socket.once('error', fail)
    socket.once('secureConnect', () => {
      isSignedFor(socket, ca, options.servername || options.host || '').then((isSigned) => {
        signal?.removeEventListener('abort', abort)
        socket.off('error', fail)
        if (isSigned) return established(null, socket)
        socket.destroy()
        const other = super.createConnection(options, established)
        if (other) established(null, other)
      }, fail)
    })
    return undefined
  }
}

/** Idle connections end after the same time as in Node's own agent. */
const agent = new DirectAgent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 })

/** Sends a request as `request` of node:https does. */
export function secureRequest(
  url: string,
  options: RequestOptions,
  answered: Parameters<typeof request>[2],
): ClientRequest {
  const own: RequestOptions & Pick<Options, 'requestSignal'> = { ...options, agent, requestSignal: options.signal }
  return request(url, own, answered)
}
