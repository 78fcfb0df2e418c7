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
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
