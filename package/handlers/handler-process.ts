import { spawn } from 'node:child_process'
import type { GatedWorker } from '../../src/handlers/sandbox/gate.ts'
import { scriptOf } from '../../src/handlers/sandbox/script.ts'
import type { HandlerScripts } from './handler-scripts.ts'

const MEMORY_MB = 256

/** The permission model refuses files, processes and add-ons. */
const permission = Number(process.versions.node.split('.')[0]) >= 23 ? '--permission' : '--experimental-permission'

/**
 * Starts a handler in a process of its own.
 * @throws Error with the line of a syntax error
 */
export function startHandlerProcess(scripts: HandlerScripts, source: string): GatedWorker {
  const above = `${scripts.context.trimEnd()}\nrunHandler(async function (exports) {`
  const code = `${above}\n${scriptOf(source)}\n}, ${above.split('\n').length})`
  const flags = [
    permission,
    '--no-warnings',
    `--max-old-space-size=${MEMORY_MB}`,
    '--disallow-code-generation-from-strings',
    '--frozen-intrinsics',
  ]
  const child = spawn(process.execPath, [...flags, '-e', scripts.process], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  })
  let isEnded = false
  const send = (message: string): void => void (child.connected && child.send(message, () => undefined))
  send(code)
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
