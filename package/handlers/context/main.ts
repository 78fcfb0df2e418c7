// The order matters: the runner takes the globals that `globals.ts` adds.
import './globals.ts'
import '../../../src/handlers/sandbox/runner.ts'
