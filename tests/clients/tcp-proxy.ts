import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

/** A TCP proxy for a local port, whose connections a test can break. */
export interface TcpProxy {
  readonly url: string
  /** Breaks every connection; later ones are served. */
  cut(): void
  /** Breaks every connection, and new ones too, until `release`. */
  hold(): void
  /** Drops the bytes of the server until `cut`: requests arrive, answers do not. */
  mute(): void
  release(): void
  close(): void
}

export async function proxyTo(port: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  let isHeld = false
  let isMuted = false
  const server = createServer((near) => {
    if (isHeld) return void near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
      // A test broke this connection; the client sees the failure on its own side.
      socket.on('error', () => undefined)
    }
    near.pipe(far)
    far.on('data', (chunk) => {
      if (!isMuted) near.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    isMuted = false
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    hold() {
      isHeld = true
      cut()
    },
    mute() {
      isMuted = true
    },
    release() {
      isHeld = false
    },
    close() {
      cut()
      server.close()
    },
  }
}
