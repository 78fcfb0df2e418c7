import { limitBuffers } from './buffer-limit.ts'
import { SANDBOX_LIMITS } from './messages.ts'
import './runner.ts'

// The runner in a worker of a browser. It limits buffers here; under Node, the server limits the memory of the process.
limitBuffers(globalThis, SANDBOX_LIMITS.buffers)
