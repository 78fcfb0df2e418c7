import { getRandomValues, randomUUID } from 'node:crypto'
import vm from 'node:vm'
import type { OuterFunctions } from '../context/outer-functions.ts'
import { MessageLines } from '../message-lines.ts'
import { processCrypto } from './process-crypto.ts'

// The program of a handler's process. The handler runs in a context without `process`, `require` and `fetch`, and no object
// of the outer context may reach it (outer-functions.ts). Three measures serve this:
// - The global object of the context has no prototype of the outer context.
// - The program is strict, so that stack traces show none of its functions.
// - The prototypes are frozen (`--frozen-intrinsics`), because the promise of a dynamic import belongs to the outer context.

/** The members of `process` with which a handler could leave the process, or reach another process of the same user. */
const REMOVED = [
  'binding',
  '_linkedBinding',
  'dlopen',
  'getBuiltinModule',
  'mainModule',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'chdir',
  'loadEnvFile',
  'report',
]

const { stdin, stdout } = process
/** Writes one line, because the server reads lines. A line feed in `json` can only come from code of the context. */
const send = (json: string): void => void stdout.write(`${json.replaceAll('\n', ' ')}\n`)
for (const name of REMOVED) delete (process as unknown as Record<string, unknown>)[name]

let listener: (text: string) => void = () => undefined
let settle: (text: string) => void = () => undefined

const crypt = processCrypto((text) => settle(text))

/** Checks an argument of a function below, because code of the context can choose the arguments. @throws TypeError */
function expectType<T>(type: 'string' | 'number' | 'function', value: T): T {
  if (typeof value !== type) throw new TypeError(`not a ${type}`)
  return value
}

/** The text of a thrown value. This function must not throw, because a listener that throws ends the process. */
function textOf(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'an error without a text'
  }
}

const given: OuterFunctions = Object.assign(Object.create(null) as object, {
  post: (text: string): void => send(expectType('string', text)),
  after(ms: number, task: () => void): void {
    expectType('number', ms)
    expectType('function', task)
    // A timer calls its task with itself as `this`.
    setTimeout(() => task(), ms)
  },
  random: (count: number): string =>
    Buffer.from(getRandomValues(new Uint8Array(expectType('number', count)))).toString('base64'),
  uuid: (): string => randomUUID(),
  crypt: (text: string): void => crypt(expectType('string', text)),
  receive(messages: typeof listener, answers: typeof settle): void {
    listener = messages
    settle = answers
  },
})

const report = (error: unknown): void => send(JSON.stringify({ type: 'log', id: 0, text: textOf(error) }))

function run(code: string): void {
  const context = vm.createContext(given, { codeGeneration: { strings: false, wasm: false } })
  process.on('uncaughtException', report)
  process.on('unhandledRejection', report)
  new vm.Script(code, { filename: 'handler-script' }).runInContext(context)
}

/** Passes a line to the context. Errors are caught, because later lines must arrive even when code of the context throws. */
function receive(text: string): void {
  try {
    listener(text)
  } catch (error) {
    report(error)
  }
}

let hasCode = false
const lines = new MessageLines({
  limit: Infinity,
  line(text) {
    if (hasCode) return receive(text)
    hasCode = true
    run(JSON.parse(text) as string)
  },
  tooLong: () => undefined,
})
stdin.setEncoding('utf8').on('data', (chunk: string) => lines.receive(chunk))
// A timer of the handler would keep the process alive after the end of the server.
const exit = process.exit.bind(process)
stdin.on('end', () => exit())
