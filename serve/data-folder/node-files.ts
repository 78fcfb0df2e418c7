import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { DataFile, DataFiles } from './data-files.ts'

/** Only the owner reads and writes: the files hold Secrets and the keys of tokens. */
export const OWN_FOLDER = 0o700
export const OWN_FILE = 0o600

/** Bytes of one read call; Node refuses more than 2 GiB. */
const READ_BYTES = 64 * 2 ** 20

/** The files of a folder on disk. @param folder is created when it does not exist. */
export function nodeFiles(folder: string): DataFiles {
  const inFolder = (name: string): string => path.join(folder, name)
  return {
    async names() {
      await mkdir(folder, { recursive: true, mode: OWN_FOLDER })
      return readdir(folder)
    },
    async read(name) {
      const handle = await openExisting(inFolder(name))
      if (handle === undefined) return undefined
      try {
        return await readWhole(handle)
      } finally {
        await handle.close()
      }
    },
    async open(name) {
      return dataFile((await openExisting(inFolder(name), 'r+')) ?? (await open(inFolder(name), 'w+', OWN_FILE)))
    },
    rename: (from, to) => rename(inFolder(from), inFolder(to)),
    remove: (name) => rm(inFolder(name), { force: true }),
    async sync() {
      // Windows opens no folders, and makes names durable by itself.
      if (process.platform === 'win32') return
      const handle = await open(folder, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
    },
  }
}

async function openExisting(file: string, flags = 'r'): Promise<FileHandle | undefined> {
  try {
    return await open(file, flags)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function readWhole(handle: FileHandle): Promise<Uint8Array> {
  const { size } = await handle.stat()
  const bytes = Buffer.allocUnsafeSlow(size)
  let at = 0
  while (at < size) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(READ_BYTES, size - at), at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}

function dataFile(handle: FileHandle): DataFile {
  return {
    async write(bytes, at) {
      let done = 0
      while (done < bytes.length) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done)
        done += bytesWritten
      }
    },
    truncate: (size) => handle.truncate(size),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}
