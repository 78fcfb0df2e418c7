import { scriptOf } from './script.ts'
import { Gate } from './gate.ts'
import { HANDLER_SCRIPT, type PulseMessage, type ToFrame, type ToRunner } from './messages.ts'

/**
 * The script of `handler-frame.html` (scripts/handler-frame.ts). It runs only in a frame of an opaque origin: with the
 * origin of the app, a handler could read the storage of the app.
 */
declare const RUNNER: string

const begin = 'runHandler(async function (exports) {'

function start(source: string) {
  // The lines of the runner come first, so that the runner can subtract them from the lines of errors.
  const above = `${RUNNER.trimEnd()}\n${begin}`
  const lines = above.split('\n').length - 1
  const script = `${above}${scriptOf(source)}\n}, ${lines})\n//# sourceURL=${HANDLER_SCRIPT}`
  // In an opaque origin, workers from a data: address are secure contexts with `crypto.subtle`; workers from blobs are not.
  const worker = new Worker(`data:text/javascript;charset=utf-8,${encodeURIComponent(script)}`)
  return {
    post: (message: ToRunner) => worker.postMessage(message),
    listen: (listener: (message: unknown) => void) =>
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data)),
    failed: (listener: (text: string) => void) =>
      worker.addEventListener('error', (event) => {
        event.preventDefault()
        const line = event.lineno > lines ? ` (line ${event.lineno - lines})` : ''
        listener(`${event.message}${line}`)
      }),
    terminate: () => worker.terminate(),
  }
}

function open({ source, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== parent || port === undefined) return
  removeEventListener('message', open)
  const gate = new Gate({
    start,
    send: (message) => port.postMessage(message),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    },
  })
  port.addEventListener('message', ({ data }: MessageEvent<ToFrame | PulseMessage>) => {
    if (data.type === 'pulse') port.postMessage(data)
    else gate.receive(data)
  })
  port.start()
}

if (self.origin === 'null' && parent !== self) addEventListener('message', open)
