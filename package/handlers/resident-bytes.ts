import { numberOfText } from '../../worker/api/numbers.ts'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const isLinux = process.platform === 'linux'

/** Milliseconds between two reads: a read outside Linux starts a program. */
export const RESIDENT_BYTES_EVERY = isLinux ? 100 : 1_000

/** The resident memory of a process in bytes; undefined when the process has ended, and on Windows. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    const kilobytes = isLinux
      ? await residentLine(pid)
      : (await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${pid}`])).stdout
    return numberOfText(kilobytes) * 1024
  } catch {
    return undefined
  }
}

/** `VmRSS` is in kB, unlike the pages of `/proc/PID/statm`, whose size depends on the machine. */
async function residentLine(pid: number): Promise<string> {
  const [, kilobytes = ''] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return kilobytes
}
