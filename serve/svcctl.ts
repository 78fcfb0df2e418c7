import { runClient } from './client-program.ts'

// `npm run --silent svcctl -- get pods`: npm runs a script in the project's folder; relative paths start at the caller's.
const { INIT_CWD, npm_lifecycle_event: script } = process.env
if (INIT_CWD !== undefined && script === 'svcctl') process.chdir(INIT_CWD)

process.exitCode = await runClient(process.argv.slice(2))
