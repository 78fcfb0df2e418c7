import { recordFlag } from './change-cause.ts'
import {
  dryRunFlag,
  fieldManagerFlag,
  filenameFlag,
  filenameFlags,
  printFlags,
  recursiveFlag,
  selectorFlag,
} from './common-flags.ts'
import { boolean, text } from './flags.ts'

const FILES = 'identifying the resource to get from a server'

/** Flags of the commands below `set`. */
export const setFlags = [
  boolean('all', 'Select all resources of the given types in the namespace.'),
  dryRunFlag,
  fieldManagerFlag('{cli}-set'),
  ...filenameFlags(FILES),
  boolean('local', 'If true, nothing is sent to the server.'),
  ...printFlags,
  selectorFlag,
]

/** Flags of `set serviceaccount`, which has no selector. */
export const setAccountFlags = [...setFlags.filter((flag) => flag !== selectorFlag), recordFlag]

/** Flags of `set selector`. */
export const setSelectorFlags = [
  boolean('all', 'Select all resources of the given types in the namespace.'),
  dryRunFlag,
  fieldManagerFlag('{cli}-set'),
  filenameFlag(FILES),
  boolean('local', 'If true, nothing is sent to the server.'),
  ...printFlags,
  recordFlag,
  recursiveFlag('true'),
]

/** The flags of commands that can record the command line. */
export const recordedSetFlags = [...setFlags, recordFlag]

export const containersFlag = text('containers', "The names of containers to update; '*' stands for anything.", {
  short: 'c',
  fallback: '*',
})
