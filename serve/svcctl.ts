import { enterCallersFolder } from './caller-folder.ts'
import { runClient } from './client-program.ts'

enterCallersFolder('svcctl')

process.exitCode = await runClient(process.argv.slice(2))
