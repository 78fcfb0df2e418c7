import type { Process, Program } from '../../script/process.ts'

/**
 * The client of the cluster.
 * @param run runs the client with the words and streams of a process
 */
export const clientProgram = (name: string, run: (process: Process) => Promise<number>): Program => ({
  name,
  usage: `${name} COMMAND`,
  summary: `the client of this cluster; ${name} --help lists its commands`,
  run,
})
