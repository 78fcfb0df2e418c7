import { limitBuffers } from './buffer-limit.ts'
import { SANDBOX_LIMITS } from './messages.ts'
import './runner.ts'

// The runner, as under Node, in a worker of a browser. Under Node, the server bounds the memory of the process.
limitBuffers(globalThis, SANDBOX_LIMITS.buffers)
