import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './program.ts'

type Flags = NonNullable<ParseArgsConfig['options']>
type Parsed<Known extends Flags> = ReturnType<typeof parseArgs<{ allowPositionals: true; options: Known }>>

/**
 * Reads the flags and the other arguments of a command.
 * @throws UsageError for an unknown flag, and for a flag without its value
 */
export function readArguments<const Known extends Flags>(args: readonly string[], flags: Known): Parsed<Known> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags })
  } catch (error) {
    throw new UsageError(refusal(error as NodeJS.ErrnoException))
  }
}

/** A short text for an error of `parseArgs`, because its own texts explain rules that the user has not asked for. */
function refusal({ code, message }: NodeJS.ErrnoException): string {
  const [, flag = 'argument'] = /'(-[^' =<]*)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `unknown flag ${flag}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  return message.includes('does not take') ? `flag ${flag} takes no value` : `flag ${flag} needs a value`
}
