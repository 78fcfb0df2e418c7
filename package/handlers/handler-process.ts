import { spawn } from 'node:child_process'
import type { GatedWorker } from '../../src/handlers/sandbox/gate.ts'
import { scriptOf } from '../../src/handlers/sandbox/script.ts'

const MEMORY_MB = 256

/** The members of `process` that lead out of the process, or into another one of the same user. */
const REMOVED =
  'binding _linkedBinding dlopen getBuiltinModule mainModule kill _kill _debugProcess _debugEnd chdir loadEnvFile report'.split(
    ' ',
  )

/**
 * The program of the process. The handler runs in a context without `process`, `require` and `fetch`; messages enter and
 * leave it as text. No object of the outer context may reach it: with one, code can change the prototypes on which Node's
 * own code relies, and receives `process`. Therefore the global object has no prototype of the outer context, the program is
 * strict, so that stack traces show none of its functions, and the prototypes are frozen, because the promise of a
 * dynamic import belongs to the outer context.
 */
const PROGRAM = `
'use strict'
const vm = require('node:vm')
const send = process.send.bind(process)
for (const name of ${JSON.stringify(REMOVED)}) delete process[name]
process.once('message', ({ code, bridge }) => {
  const given = Object.assign(Object.create(null), {
    post: (text) => void send(text),
    after: (ms, task) => void setTimeout(task, ms),
  })
  const context = vm.createContext(given, { codeGeneration: { strings: false, wasm: false } })
  const deliver = vm.runInContext(bridge, context)
  process.on('message', (text) => deliver(text))
  process.on('uncaughtException', (error) => void send(JSON.stringify({ type: 'log', id: 0, text: String(error) })))
  process.on('unhandledRejection', (error) => void send(JSON.stringify({ type: 'log', id: 0, text: String(error) })))
  new vm.Script(code, { filename: 'handler-script' }).runInContext(context)
})
`

/**
 * Gives the context what the runner expects of a worker, made of its own objects. Errors of the outer context do not pass:
 * a full stack makes each of its functions throw.
 */
const BRIDGE = `(() => {
  const guarded = (outer) => (...values) => {
    try {
      outer(...values)
    } catch {
      throw new Error('not possible')
    }
  }
  const [post, after] = [guarded(globalThis.post), guarded(globalThis.after)]
  delete globalThis.post
  delete globalThis.after
  let listener = () => undefined
  globalThis.postMessage = (message) => post(String(JSON.stringify(message)))
  globalThis.addEventListener = (type, added) => void (type === 'message' && (listener = added))
  globalThis.console = {}
  const timers = new Map()
  let last = 0
  globalThis.setTimeout = (task, ms = 0, ...rest) => {
    const id = ++last
    timers.set(id, () => task(...rest))
    after(Number(ms), () => {
      const run = timers.get(id)
      timers.delete(id)
      run?.()
    })
    return id
  }
  globalThis.clearTimeout = (id) => void timers.delete(id)
  globalThis.structuredClone = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)))
  globalThis.TextEncoder = class { encode(text) { return Uint8Array.from(unescape(encodeURIComponent(text)), (c) => c.charCodeAt(0)) } }
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  globalThis.btoa = (binary) => {
    let text = ''
    for (let at = 0; at < binary.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((more) => binary.charCodeAt(at + more))
      const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
      const digits = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63])
      text += digits[0] + digits[1] + (at + 1 < binary.length ? digits[2] : '=') + (at + 2 < binary.length ? digits[3] : '=')
    }
    return text
  }
  return (text) => listener({ data: JSON.parse(text), stopImmediatePropagation() {} })
})()`

/** The permission model refuses files, processes and add-ons. */
const permission = Number(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission'

/**
 * Starts a handler in a process of its own.
 * @param runner the text of the runner's script
 * @throws Error with the line of a syntax error
 */
export function startHandlerProcess(runner: string, source: string): GatedWorker {
  const above = `${runner.trimEnd()}\nrunHandler(async function (exports) {`
  const code = `${above}\n${scriptOf(source)}\n}, ${above.split('\n').length})`
  const flags = [
    permission,
    '--no-warnings',
    `--max-old-space-size=${MEMORY_MB}`,
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
  ]
  const child = spawn(process.execPath, [...flags, '-e', PROGRAM], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  let isEnded = false
  const send = (message: string | object): void => void (child.connected && child.send(message, () => undefined))
  send({ code, bridge: BRIDGE })
  return {
    post: (message) => send(JSON.stringify(message)),
    listen: (listener) => void child.on('message', (text) => listener(jsonOf(text))),
    failed(listener) {
      child.on('error', (error) => listener(error.message))
      child.on('exit', () => isEnded || listener(`its process has ended; it may use ${MEMORY_MB} MB`))
    },
    terminate() {
      isEnded = true
      child.kill('SIGKILL')
    },
  }
}

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
