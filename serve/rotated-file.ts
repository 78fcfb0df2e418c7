import {
  createReadStream,
  createWriteStream,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  type WriteStream,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { errorMessage } from '../worker/runtime/error-message.ts'
import { makeFolder } from './data-folder/made-folder.ts'

interface Rotation {
  /** Bytes after which a file is renamed and a new one begun. */
  readonly maxBytes: number
  /** The number of renamed files to keep; 0 means all. */
  readonly maxBackups: number
  /** Milliseconds to keep renamed files; 0 means for ever. */
  readonly maxAge: number
  /** Whether renamed files are compressed with gzip. */
  readonly compresses?: boolean
  now(): number
}

/**
 * A file to which lines are appended. As on the real server, a full file is renamed, and the new name contains the time:
 * `audit-2024-05-01T10-00-00.000.log`. A compressed file ends in `.gz`.
 */
export class RotatedFile {
  readonly #file: string
  readonly #rotation: Rotation
  #stream: WriteStream
  #size: number
  #compressing: Promise<void> = Promise.resolve()

  /** @throws Error when the file cannot be opened */
  constructor(file: string, rotation: Rotation) {
    this.#file = path.resolve(file)
    this.#rotation = rotation
    makeFolder(path.dirname(this.#file))
    this.#stream = this.#open()
    this.#size = statSync(this.#file).size
  }

  write(line: string): void {
    const length = Buffer.byteLength(line)
    if (this.#size > 0 && this.#size + length > this.#rotation.maxBytes) this.#rotate()
    this.#size += length
    this.#stream.write(line)
  }

  /** Resolves once every line is in the file, and renamed files are compressed. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => void this.#stream.end(resolve))
    await this.#compressing
  }

  #open(): WriteStream {
    const stream = createWriteStream(this.#file, { fd: openSync(this.#file, 'a', 0o600) })
    stream.on('error', (error) => console.error(`${this.#file} cannot be written: ${error.message}`))
    return stream
  }

  #rotate(): void {
    const { dir, name, ext } = path.parse(this.#file)
    const time = new Date(this.#rotation.now()).toISOString().replaceAll(':', '-').replace('Z', '')
    // Pending lines go to the open file, which keeps its descriptor after the rename.
    const backup = path.join(dir, `${name}-${time}${ext}`)
    renameSync(this.#file, backup)
    const { compresses = false } = this.#rotation
    this.#stream.end(() => {
      if (compresses) this.#compressing = this.#compressing.then(() => compress(backup))
    })
    this.#stream = this.#open()
    this.#size = 0
    this.#prune()
  }

  #prune(): void {
    const { dir, name, ext } = path.parse(this.#file)
    const { maxBackups, maxAge, now } = this.#rotation
    const isBackup = (file: string): boolean =>
      file.startsWith(`${name}-`) &&
      /^\d{4}-\d\d-\d\dT[\d.-]+$/.test(file.replace(/\.gz$/, '').slice(name.length + 1, -ext.length || undefined))
    const newestFirst = readdirSync(dir).filter(isBackup).sort().reverse()
    for (const [at, file] of newestFirst.entries()) {
      const isOld = maxAge > 0 && statSync(path.join(dir, file)).mtimeMs < now() - maxAge
      if (isOld || (maxBackups > 0 && at >= maxBackups)) unlinkSync(path.join(dir, file))
    }
  }
}

/** Replaces a file by its compressed form. A file that cannot be compressed stays as it is. */
async function compress(file: string): Promise<void> {
  try {
    await pipeline(createReadStream(file), createGzip(), createWriteStream(`${file}.gz`, { mode: 0o600 }))
    unlinkSync(file)
  } catch (error) {
    console.error(`${file} cannot be compressed: ${errorMessage(error)}`)
  }
}
