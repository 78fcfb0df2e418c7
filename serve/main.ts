import { FlagError } from './flags.ts'
import { serve } from './serve.ts'

serve(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof FlagError ? `Error: ${error.message}` : error)
  process.exit(1)
})
