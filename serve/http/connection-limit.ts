import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'

/**
 * Keeps at most `most` connections. A further one replaces the connection that has waited longest without a request. So a
 * client that opens thousands and sends nothing does not lock the others out. When every connection has a request, the
 * further one is closed.
 */
export function limitConnections(server: Server | SecureServer, most: number): void {
  /** The requests under way of each connection. The connection that became idle last is the last entry. */
  const open = new Map<Socket, number>()
  const set = (socket: Socket, requests: number): void => {
    open.delete(socket)
    open.set(socket, requests)
  }
  server.on('connection', (socket: Socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
    if (open.size > most) idlest(open).destroy()
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // The socket of an HTTPS request is the TLS layer above the counted connection.
    const counted = connectionOf(socket)
    set(counted, (open.get(counted) ?? 0) + 1)
    response.once('close', () => {
      if (open.has(counted)) set(counted, Math.max(0, (open.get(counted) ?? 0) - 1))
    })
  })
}

/** The connection below TLS. The server announces it before the TLS layer. */
const connectionOf = (socket: Socket): Socket => (socket as Socket & { readonly _parent?: Socket })._parent ?? socket

function idlest(open: ReadonlyMap<Socket, number>): Socket {
  let last: Socket | undefined
  for (const [socket, requests] of open) {
    if (requests === 0) return socket
    last = socket
  }
  if (last === undefined) throw new Error('the limit of connections is at least one')
  return last
}
