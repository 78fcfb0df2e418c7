import type { GateLink, Sandbox, SandboxEvents } from './sandbox-client.ts'
import { startSandbox } from './sandbox-client.ts'
import { FramePulse } from './frame-pulse.ts'
import type { DirectPortMessage, FromFrame, PulseMessage } from './sandbox/messages.ts'

export interface SandboxOptions extends SandboxEvents {
  /** The name of the file. */
  readonly name: string
  /** The text of the file. */
  readonly source: string
  /** The address of `handler-frame.html`. */
  readonly frame: string
}

/** Milliseconds in which the frame must load. */
const LOAD_MS = 20_000

/** The reason of an end that the frame could not report. */
const GONE = 'the browser has ended its process, perhaps because it used too much memory'

/** Starts a handler in a separate frame. @throws Error that says why it cannot start */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('allow', '')
  element.referrerPolicy = 'no-referrer'
  element.title = `Handler ${options.name}`
  element.hidden = true
  element.tabIndex = -1
  element.src = options.frame
  try {
    await loaded(element)
    return await startSandbox(frameLink(element), options.source, options)
  } catch (error) {
    element.remove()
    throw error
  }
}

function loaded(element: HTMLIFrameElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the frame of the handler did not load')), LOAD_MS)
    element.addEventListener('load', () => {
      clearTimeout(timer)
      resolve()
    })
    document.body.append(element)
  })
}

function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

function frameLink(element: HTMLIFrameElement): GateLink {
  const { port1, port2 } = new MessageChannel()
  let pulse: FramePulse | undefined
  // `postMessage` cannot name an opaque origin as its target. `*` is safe, because the frame has just loaded the app's own
  // page.
  element.contentWindow?.postMessage(null, '*', [port2])
  return {
    send: (message) => port1.postMessage(message),
    serve: (calls) => port1.postMessage({ type: 'direct' } satisfies DirectPortMessage, [calls]),
    listen(listener) {
      const silent = (): void => listener({ type: 'ended', id: 0, text: GONE })
      pulse = new FramePulse({ ask: () => port1.postMessage({ type: 'pulse' }), after, silent })
      port1.addEventListener('message', ({ data }: MessageEvent<FromFrame | PulseMessage>) => {
        if (data.type === 'pulse') pulse?.answered()
        else listener(data)
      })
      port1.start()
    },
    close() {
      pulse?.stop()
      port1.close()
      element.remove()
    },
  }
}
