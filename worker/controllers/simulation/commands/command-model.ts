/** The parts of the model of commands that decide how containers start and end; one file, so that it loads at once. */
export { commandOutcome } from './container-run.ts'
export { subPathFault } from './sub-path-fault.ts'
