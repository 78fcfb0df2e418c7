import { enterCallersFolder } from '../../serve/caller-folder.ts'
import { failureText } from './failure-text.ts'
import { isUsageError } from './program.ts'
import { help, programNamed, usageOf } from './programs.ts'

/** The exit code of a wrong command line; 1 is the failure of a command. */
const USAGE_CODE = 2
const HELP = ['help', '--help', '-h']
/** Commands that answer `--help` themselves. */
const OWN_HELP = ['serve', 'kube-apiserver', 'kubectl', 'svcctl']

enterCallersFolder('tabplane')

/** Runs one command. This is a function, because the package has this file as CommonJS, without top-level await. */
async function main([given = 'help', ...args]: readonly string[]): Promise<void> {
  const name = given === '--version' ? 'version' : given
  const program = programNamed(name)
  if (program !== undefined && !OWN_HELP.includes(name) && args.some((arg) => HELP.slice(1).includes(arg)))
    console.log(usageOf(name, program))
  else if (program !== undefined) {
    try {
      const code = await (await program.load()).run(args)
      if (code !== undefined) process.exitCode = code
    } catch (error) {
      console.error(failureText(error))
      process.exit(isUsageError(error) ? USAGE_CODE : 1)
    }
  } else if (HELP.includes(name)) console.log(help())
  else {
    console.error(`Error: tabplane has no command ${JSON.stringify(name)}\n${help()}`)
    process.exitCode = USAGE_CODE
  }
}

void main(process.argv.slice(2))
