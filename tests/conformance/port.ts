import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const LONGEST_WAIT_MS = 300_000
const RETRY_MS = 250

/** Listens on a port of this machine; waits while another run of the tests holds it. Port 0 takes any free one. */
export async function listenWhenFree(server: Server, port: number): Promise<void> {
  for (const end = Date.now() + LONGEST_WAIT_MS; ; await delay(RETRY_MS)) {
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || Date.now() > end) throw error
    }
  }
}

/** A port of this machine that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
