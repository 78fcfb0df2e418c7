import fs, { type Stats } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Files, Host } from '../src/cli/host.ts'
import { FileError } from '../src/cli/host.ts'
import { startTimer } from '../worker/runtime/long-timer.ts'
import { refuseFile } from './client-file-fault.ts'
import type { Place } from './client-place.ts'

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
  'files' | 'cacheDirectory' | 'fetch' | 'run' | 'temporaryFolder' | 'edit' | 'listen' | 'now' | 'after' | 'random'
> {
  return {
    files: diskFiles(directory),
    cacheDirectory: path.join(environment.HOME ?? os.homedir(), '.kube/cache'),
    fetch: async (request) => (await import('./client-exchange.ts')).exchange(request),
    run: async (program) => (await programs()).runProgram({ directory, environment, stderr }, program),
    temporaryFolder: async (prefix) => (await programs()).temporaryFolder(environment, prefix),
    edit: async (text, prefix, suffix) =>
      (await programs()).editWithProgram({ directory, environment, stdout, stderr }, text, prefix, suffix),
    listen: async (proxy) => (await import('./client-proxy.ts')).openProxy(proxy),
    now: Date.now,
    after: startTimer,
    random: (limit) => Math.floor(Math.random() * limit),
  }
}

const programs = () => import('./client-called-programs.ts')

/**
 * Reads and writes files synchronously, because Node's asynchronous module and its threads take 6 ms of a command's start.
 * Only pipes and devices are read asynchronously: such a read may wait for a writer, and Ctrl-C must still end the command.
 */
function diskFiles(directory: string): Files {
  const at = (name: string): string => path.resolve(directory, name)
  const statusOf = (name: string): Stats | undefined => found(() => fs.statSync(at(name)))
  const entryOf = (name: string): Stats | undefined => found(() => fs.lstatSync(at(name)))
  return {
    resolve: at,
    kind: async (name) => kindOf(statusOf(name)),
    read: (name) => readBounded(at(name)).catch((error: unknown) => refuseFile(name, error)),
    async list(name) {
      try {
        return fs.readdirSync(at(name)).sort()
      } catch (error) {
        return refuseFile(name, error)
      }
    },
    async write(name, text) {
      makeFolder(path.dirname(name), at)
      try {
        fs.writeFileSync(at(name), text, { mode: 0o600 })
      } catch (error) {
        refuseFile(name, error)
      }
    },
    isExecutable: async (name) => ((statusOf(name)?.mode ?? 0) & ANY_EXECUTE) !== 0,
    links: {
      async entry(name) {
        const entry = entryOf(name)
        return entry === undefined || entry.isFile() || entry.isDirectory() ? kindOf(entry) : 'other'
      },
      real: async (name) => found(() => fs.realpathSync(at(name))) ?? at(name),
    },
  }
}

/** The permissions to execute a file, of its owner, its group and all others. */
const ANY_EXECUTE = 0o111

/** Makes a folder and the folders above it. @throws FileError with the path of a file in the place of a folder */
function makeFolder(name: string, at: (name: string) => string): void {
  try {
    fs.mkdirSync(at(name), { recursive: true })
  } catch (error) {
    const parts = name.split('/')
    const blocking = parts
      .map((_, i) => parts.slice(0, i + 1).join('/'))
      .find((part) => part !== '' && kindOf(found(() => fs.statSync(at(part)))) !== 'directory')
    if (blocking === undefined || found(() => fs.statSync(at(blocking))) === undefined) refuseFile(name, error, 'mkdir')
    throw new FileError('mkdir', blocking, 'not a directory')
  }
}

/** Larger files are refused, and so is a device without an end, such as `/dev/zero`. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

/** Reads a whole file, pipe or device of at most `MAX_FILE_BYTES`. @throws Error with a code of the operating system */
async function readBounded(file: string): Promise<Uint8Array> {
  const status = fs.statSync(file)
  if (status.isFile() && status.size <= MAX_FILE_BYTES) return fs.readFileSync(file)
  // A pipe and a device have no size.
  const handle = await fs.promises.open(file)
  try {
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

function kindOf(status: Stats | undefined): 'file' | 'directory' | undefined {
  if (status === undefined) return undefined
  return status.isDirectory() ? 'directory' : 'file'
}

/** The answer of the disk; undefined for an entry that does not exist or that this user may not see. */
function found<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
