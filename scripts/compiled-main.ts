// Runs the program beside this file with the code that the engine compiled in an earlier process (ADR 0122).
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { loadCompiled } from '../package/bin/compiled-file.ts'
import { keepLater } from '../package/bin/compiled-program.ts'

/**
 * Milliseconds after which the compiled code is kept. A process that ends earlier has compiled almost nothing: it
 * prints its help, for example.
 */
const SERVES_AFTER = 1000

const { keep } = loadCompiled(
  fileURLToPath(new URL('./program.cjs', import.meta.url)),
  'main',
  createRequire(import.meta.url),
)
setTimeout(() => keepLater(keep), SERVES_AFTER).unref()
