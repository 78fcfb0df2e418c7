// The command-line client, in one file: the package loads it with `loadCompiled`.
export { kubectl } from './commands/kubectl.ts'
export { svcctl } from './commands/svcctl.ts'
