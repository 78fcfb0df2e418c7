import { recordFlag } from './change-cause.ts'
import { dryRunFlag, fieldManagerFlag, filenameFlags, printFlags, selectorFlag } from './common-flags.ts'
import { boolean, text } from './flags.ts'

/** Flags of the commands below `set`. */
export const setFlags = [
  boolean('all', 'Select all resources of the given types in the namespace.'),
  dryRunFlag,
  fieldManagerFlag('{cli}-set'),
  ...filenameFlags('identifying the resource to get from a server'),
  boolean('local', 'If true, nothing is sent to the server.'),
  ...printFlags,
  selectorFlag,
]

/** Of those that can keep the command line. */
export const recordedSetFlags = [...setFlags, recordFlag]

export const containersFlag = text('containers', "The names of containers to update; '*' stands for anything.", {
  short: 'c',
  fallback: '*',
})
