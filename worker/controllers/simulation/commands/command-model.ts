/**
 * The parts of the model of commands that decide how containers start and end. One file exports them, so that they load
 * together.
 */
export { commandOutcome } from './container-run.ts'
export { subPathFault } from './sub-path-fault.ts'
