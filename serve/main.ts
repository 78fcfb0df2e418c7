import { StorageUnreachable } from '../worker/store/store.ts'
import { FlagError } from './flags.ts'
import { serve } from './serve.ts'

serve(process.argv.slice(2)).catch((error: unknown) => {
  const isExplained = error instanceof FlagError || error instanceof StorageUnreachable
  console.error(isExplained ? `Error: ${error.message}` : error)
  process.exit(1)
})
