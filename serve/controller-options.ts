import type { FlagValues } from './flags.ts'
import { FlagError } from './flags.ts'

/** Which controllers run. @throws FlagError for one that nobody knows */
export async function controllerOptions(flags: FlagValues): Promise<readonly string[]> {
  const chosen = flags.get('controllers') ?? ['*']
  const names = chosen.map((one) => one.replace(/^-/, '')).filter((name) => name !== '*')
  if (names.length === 0) return chosen
  const { knownControllers } = await import('../worker/controllers/known-controllers.ts')
  const unknown = names.find((name) => !knownControllers.has(name))
  if (unknown !== undefined)
    throw new FlagError(`controllers: ${JSON.stringify(unknown)} is not in the list of known controllers`)
  return chosen
}
