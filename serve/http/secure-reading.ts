import type { Server } from 'node:https'

/**
 * Gives requests to Node's HTTP parser through the `data` events of their connection, which wait while the connection
 * is paused. Without a listener of these events the parser takes decrypted bytes directly from TLS. When a request arrives
 * before the write of the last answer has ended, Node pauses the connection and its parser. TLS still delivers the bytes that
 * are already decrypted. The parser refuses them (HPE_PAUSED), and the connection ends. Seen in Node 20, 22 and 24.
 */
export function readAsData(server: Server): void {
  server.on('secureConnection', (socket) => socket.on('data', () => {}))
}
