import { FlagError } from '../../../serve/flags.ts'
import { serve as serveCluster } from '../../../serve/serve.ts'
import { UsageError, type Program } from '../program.ts'

export const serve = {
  async run(args) {
    try {
      await serveCluster(args)
    } catch (error) {
      throw error instanceof FlagError ? new UsageError(error.message) : error
    }
    return args.includes('--help') ? 0 : undefined
  },
} satisfies Program
