import type { Command } from './command.ts'
import type { Configuration } from './configuration.ts'
import { configurationFiles, emptyConfiguration, readConfiguration } from './configuration.ts'
import { UsageError } from './failure.ts'
import { commandHelp } from './help.ts'
import type { Session } from './session.ts'
import { writeConfiguration } from './written-configuration.ts'

/** The arguments when their number is right. Otherwise prints the help. @throws UsageError */
export async function exactly(
  session: Session,
  command: Command,
  count: number,
  word = 'Unexpected',
): Promise<readonly string[]> {
  const { args, host, cli } = session
  if (args.length === count) return args
  host.stdout((await commandHelp(command, ['config', command.name])).replaceAll('{cli}', cli))
  throw new UsageError(`${word} args: [${args.join(' ')}]`, undefined)
}

/**
 * Changes the first configuration file that has the entry (`holds`), else the default file: the first file that exists,
 * or the last file. Messages contain the path of the default file: `work` receives it, and the promise resolves to it.
 * `work` also receives the path of the changed file.
 */
export async function changeConfiguration(
  session: Session,
  work: (configuration: Configuration, file: string, changed: string) => void,
  holds: (configuration: Configuration) => boolean = () => false,
): Promise<string> {
  const files = await configurationFiles(session.host, session.flags)
  const known = await Promise.all(files.map((file) => session.host.files.kind(file)))
  const first = files[known.indexOf('file')] ?? files.at(-1) ?? ''
  let file = first
  for (const each of files.toReversed()) {
    const found = files.length > 1 ? await readConfiguration(session.host, each) : undefined
    if (found !== undefined && holds(found)) file = each
  }
  const configuration = (await readConfiguration(session.host, file)) ?? emptyConfiguration()
  work(configuration, first, file)
  await writeConfiguration(session.host, file, configuration)
  return first
}
