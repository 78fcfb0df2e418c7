import { FlagError } from '../../../serve/flags.ts'
import { serve as serveCluster } from '../../../serve/serve.ts'
import { UsageError, type Program } from '../program.ts'

const HANDLERS = '--handlers'

export const serve = {
  async run(args) {
    const { folder, flags } = withoutHandlers(args)
    try {
      await serveCluster(flags, folder === undefined ? undefined : await companionOf(folder))
    } catch (error) {
      throw error instanceof FlagError ? new UsageError(error.message) : error
    }
    return flags.includes('--help') ? 0 : undefined
  },
} satisfies Program

/** Separates the flag that the real server does not have, `--handlers DIR` or `--handlers=DIR`, from the others. */
function withoutHandlers(args: readonly string[]): { readonly folder?: string; readonly flags: readonly string[] } {
  const at = args.findIndex((arg) => arg === HANDLERS || arg.startsWith(`${HANDLERS}=`))
  if (at < 0) return { flags: args }
  const isJoined = args[at] !== HANDLERS
  const folder = isJoined ? args[at]?.slice(HANDLERS.length + 1) : args[at + 1]
  if (folder === undefined || folder === '')
    throw new UsageError(`${HANDLERS} needs a folder with files NAME.handler.ts`)
  return { folder, flags: args.toSpliced(at, isJoined ? 1 : 2) }
}

async function companionOf(folder: string) {
  const { handlerFolder } = await import('../../handlers/handler-folder.ts')
  return handlerFolder({ folder, write: (line) => console.error(line) })
}
