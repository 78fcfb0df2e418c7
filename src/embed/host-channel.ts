import { isObject } from '../../worker/api/json.ts'
import type { Connect, Hello } from '../contracts/embed-protocol.ts'
import { PROTOCOL_VERSION } from '../contracts/embed-protocol.ts'

type Listener = (event: Pick<MessageEvent, 'source' | 'origin' | 'data' | 'ports'>) => void

/** The part of `window` that `acceptHostChannel` uses. */
interface FrameWindow {
  readonly parent: { postMessage(message: Hello, origin: string): void }
  addEventListener(type: 'message', listener: Listener): void
  removeEventListener(type: 'message', listener: Listener): void
}

/**
 * Offers calls to the page that embeds this frame, and accepts its channel. `host` is the origin that the address of
 * the frame names. Messages from other windows and other origins are ignored. A later channel replaces the earlier one.
 * @returns a function that stops accepting
 */
export function acceptHostChannel(frame: FrameWindow, host: string, connect: (port: MessagePort) => void): () => void {
  const listener: Listener = ({ source, origin, data, ports }) => {
    if (source !== frame.parent || origin !== host || !isConnect(data)) return
    const [port, ...others] = ports
    if (port === undefined || others.length > 0) return
    if (data.version === PROTOCOL_VERSION) return connect(port)
    const why = `The page uses version ${data.version} of the messages, this frame version ${PROTOCOL_VERSION}`
    port.postMessage({ type: 'closed', why })
    port.close()
  }
  frame.addEventListener('message', listener)
  // `*` for an opaque origin, which cannot be named. The message contains nothing secret.
  frame.parent.postMessage({ type: 'tabplane:hello', version: PROTOCOL_VERSION }, host === 'null' ? '*' : host)
  return () => frame.removeEventListener('message', listener)
}

function isConnect(data: unknown): data is Connect {
  return isObject(data) && data['type'] === 'tabplane:connect' && Number.isSafeInteger(data['version'])
}
