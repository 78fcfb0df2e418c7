import { UsageError } from './program.ts'
import { help, programs } from './programs.ts'

/** The exit code of a wrong command line; 1 is the failure of a command. */
const USAGE_CODE = 2

const [name = 'help', ...args] = process.argv.slice(2)
const program = programs.get(name)
if (program !== undefined) {
  try {
    const code = await (await program.load()).run(args)
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    console.error(error instanceof UsageError ? `Error: ${error.message}` : error)
    process.exit(error instanceof UsageError ? USAGE_CODE : 1)
  }
} else if (['help', '--help', '-h'].includes(name)) console.log(help())
else {
  console.error(`Error: tabplane has no command ${JSON.stringify(name)}\n${help()}`)
  process.exitCode = USAGE_CODE
}
