import type { Endpoint } from 'comlink'
import { expose, wrap } from 'comlink'
import type { Remote } from 'comlink'
import type { ClusterControl } from './messages.ts'

type Listener = EventListenerOrEventListenerObject

/** comlink over the `control` messages of a link. */
interface ControlEndpoint extends Endpoint {
  receive(message: unknown): void
}

function controlEndpoint(send: (message: unknown) => void): ControlEndpoint {
  const listeners = new Set<Listener>()
  return {
    postMessage: (message) => send(message),
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
    receive(message) {
      const event = new MessageEvent('message', { data: message })
      for (const listener of listeners) {
        if (typeof listener === 'function') listener(event)
        else listener.handleEvent(event)
      }
    },
  }
}

/** The worker's end. */
export function comlinkControl(control: ClusterControl) {
  return (send: (message: unknown) => void): ((message: unknown) => void) => {
    const endpoint = controlEndpoint(send)
    expose(control, endpoint)
    return (message) => endpoint.receive(message)
  }
}

/** The page's end. */
export function remoteControl(send: (message: unknown) => void): {
  readonly control: Remote<ClusterControl>
  receive(message: unknown): void
} {
  const endpoint = controlEndpoint(send)
  return { control: wrap<ClusterControl>(endpoint), receive: (message) => endpoint.receive(message) }
}
