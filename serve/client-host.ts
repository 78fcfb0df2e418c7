import { promises as fs } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Files, Host } from '../src/cli/host.ts'
import { timer } from '../src/cli/timer.ts'
import { refuseFile } from './client-file-fault.ts'

/** The process state that a command uses under Node; a test can have several in one process. */
export interface Place {
  /** The absolute working directory; relative paths start here. */
  readonly directory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  stderr(text: string): void
  /** Receives what the editor prints. Absent: the editor has the standard output of this process. */
  stdout?(text: string): void
}

/**
 * The client's host under Node: disk, HTTP(S), an editor and other programs. Connections and programs load with their first
 * use, because Node's modules for them take 15 ms of a command's start.
 */
export function nodeHost({
  directory,
  environment,
  stderr,
  stdout,
}: Place): Pick<
  Host,
  'files' | 'cacheDirectory' | 'fetch' | 'run' | 'temporaryFolder' | 'edit' | 'now' | 'after' | 'random'
> {
  return {
    files: diskFiles(directory),
    cacheDirectory: path.join(environment.HOME ?? os.homedir(), '.kube/cache'),
    fetch: async (request) => (await import('./client-exchange.ts')).exchange(request),
    run: async (program) => (await programs()).runProgram({ directory, environment, stderr }, program),
    temporaryFolder: async (prefix) => (await programs()).temporaryFolder(environment, prefix),
    edit: async (text, prefix, suffix) =>
      (await programs()).editWithProgram({ directory, environment, stdout }, text, prefix, suffix),
    now: Date.now,
    after: timer,
    random: (limit) => Math.floor(Math.random() * limit),
  }
}

const programs = () => import('./client-called-programs.ts')

function diskFiles(directory: string): Files {
  const at = (name: string): string => path.resolve(directory, name)
  return {
    resolve: at,
    async kind(name) {
      const found = await fs.stat(at(name)).catch(() => undefined)
      if (found === undefined) return undefined
      return found.isDirectory() ? 'directory' : 'file'
    },
    read: (name) => readBounded(at(name)).catch((error: unknown) => refuseFile(name, error)),
    list: async (name) => (await fs.readdir(at(name)).catch((error: unknown) => refuseFile(name, error))).sort(),
    async write(name, text) {
      try {
        await fs.mkdir(path.dirname(at(name)), { recursive: true })
        await fs.writeFile(at(name), text, { mode: 0o600 })
      } catch (error) {
        refuseFile(name, error)
      }
    },
    links: {
      async entry(name) {
        const found = await fs.lstat(at(name)).catch(() => undefined)
        if (found === undefined) return undefined
        if (found.isDirectory()) return 'directory'
        return found.isFile() ? 'file' : 'other'
      },
      real: (name) => fs.realpath(at(name)).catch(() => at(name)),
    },
  }
}

/** Larger files are refused, and so is a device without an end, such as `/dev/zero`. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/** @throws Error with a code of the operating system */
async function readBounded(file: string): Promise<Uint8Array> {
  const handle = await fs.open(file)
  try {
    const found = await handle.stat()
    // A pipe and a device have no size.
    if (found.isFile() && found.size <= MAX_FILE_BYTES) return await handle.readFile()
    const chunks: Buffer[] = []
    for (let size = 0; size <= MAX_FILE_BYTES;) {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null)
      if (bytesRead === 0) return Buffer.concat(chunks)
      chunks.push(buffer.subarray(0, bytesRead))
      size += bytesRead
    }
    throw Object.assign(new Error('file too large'), { code: 'EFBIG' })
  } finally {
    await handle.close()
  }
}
