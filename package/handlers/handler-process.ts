import { numberOfText } from '../../worker/api/numbers.ts'
import { spawn } from 'node:child_process'
import type { GatedWorker } from '../../src/handlers/sandbox/gate.ts'
import { SANDBOX_LIMITS } from '../../src/handlers/sandbox/messages.ts'
import { scriptOf } from '../../src/handlers/sandbox/script.ts'
import type { HandlerScripts } from './handler-scripts.ts'
import { watchMemory } from './memory-watch.ts'
import { MessageLines } from './message-lines.ts'
import { residentBytes, RESIDENT_BYTES_EVERY } from './resident-bytes.ts'

/** The limit of the heap, which holds the objects of JavaScript. */
const HEAP_MB = 256
/** The limit of the whole process: buffers are outside the heap. */
const MEMORY_MB = 512
/** Characters of a message. Its text is JSON, in which quotes and backslashes are escaped once more. */
const MESSAGE = 2 * SANDBOX_LIMITS.text + 1_000

/** The permission model refuses files, processes and add-ons. */
const permission =
  numberOfText(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission'

const FLAGS = [
  permission,
  '--no-warnings',
  `--max-old-space-size=${HEAP_MB}`,
  '--disallow-code-generation-from-strings',
  '--frozen-intrinsics',
]

/**
 * Starts a handler in a separate process. Messages are lines of JSON over its standard input and output. Node's own
 * channel is not used, because it parses a message of any length, and acts on some messages itself.
 * @param after calls a task after milliseconds; the result cancels
 * @throws Error with the line of a syntax error
 */
export function startHandlerProcess(
  scripts: HandlerScripts,
  source: string,
  after: (ms: number, task: () => void) => () => void,
): GatedWorker {
  const above = `${scripts.context.trimEnd()}\nrunHandler(async function (exports) {`
  const code = `${above}\n${scriptOf(source)}\n}, ${above.split('\n').length})`
  const child = spawn(process.execPath, [...FLAGS, '-e', scripts.process], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: {},
  })
  const { stdin, stdout, pid } = child
  let deliver: (message: unknown) => void = () => undefined
  let ended: (why: string) => void = () => undefined
  let stopWatch = (): void => undefined
  const end = (why?: string): void => {
    stopWatch()
    child.kill('SIGKILL')
    const report = ended
    ended = () => undefined
    if (why !== undefined) report(why)
  }
  const send = (message: string): void => void stdin.write(`${message}\n`)
  // A write to a process that has just ended fails; `close` reports the end.
  stdin.on('error', () => undefined)
  const lines = new MessageLines({
    limit: MESSAGE,
    line: (text) => deliver(jsonOf(text)),
    tooLong: () => end(`it sent a message of more than ${MESSAGE} characters`),
  })
  stdout.setEncoding('utf8').on('data', (chunk: string) => lines.receive(chunk))
  child.on('error', ({ message }) => end(message))
  // Unlike `exit`, this event comes after the last message.
  child.on('close', () => end(`its process has ended; its objects may use ${HEAP_MB} MB`))
  if (pid !== undefined)
    stopWatch = watchMemory({
      used: () => residentBytes(pid),
      limit: MEMORY_MB * 2 ** 20,
      every: RESIDENT_BYTES_EVERY,
      after,
      exceeded: (bytes) => end(`it used ${Math.round(bytes / 2 ** 20)} MB of memory; the limit is ${MEMORY_MB}`),
    })
  send(JSON.stringify(code))
  return {
    post: (message) => send(JSON.stringify(message)),
    listen: (listener) => void (deliver = listener),
    failed: () => undefined,
    ended: (listener) => void (ended = listener),
    terminate: () => {
      ended = () => undefined
      end()
    },
  }
}

/** The value of a JSON text; undefined when the text is not JSON, which is a message of no known form. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
