import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

/** The folders of recordings/ whose files are packed; README.md there says what each holds. */
export const FOLDERS = ['answers', 'commands', 'tables', 'schema'] as const
export type Folder = (typeof FOLDERS)[number]

const root = fileURLToPath(new URL('../../recordings/', import.meta.url))
const SUFFIX = '.json.gz'

/** The path of a plain file in recordings/, such as `pki/server.crt`. */
export const recordingPath = (name: string): string => path.join(root, name)

/** The folder that `npm run recordings -- unpack` writes and `pack` reads; git ignores it. */
export const unpackedRoot = fileURLToPath(new URL('../../.cache/recordings/', import.meta.url))

/** The names in a folder, without suffix, in the order in which a single server plays them. */
export function recordingNames(folder: Folder): string[] {
  return readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort()
}

/** The JSON text of a recording. Throws when the file is missing. */
export function recordingText(folder: Folder, name: string): string {
  const file = path.join(root, folder, `${name}${SUFFIX}`)
  if (!existsSync(file))
    throw new Error(`${file} is missing: git checkout -- recordings/${folder}, or npm run recordings -- pack`)
  return gunzipSync(readFileSync(file)).toString('utf8')
}

export const readRecording = (folder: Folder, name: string): unknown =>
  JSON.parse(recordingText(folder, name)) as unknown

/** The byte of a gzip header that names the operating system of the writer, and its value for "unknown" (RFC 1952, 2.3.1). */
const SYSTEM_BYTE = 9
const UNKNOWN_SYSTEM = 255

/** Compresses a value; the header holds no time, no file name and no operating system. */
export function packed(value: unknown): Buffer {
  const bytes = gzipSync(JSON.stringify(value), { level: 9 })
  bytes[SYSTEM_BYTE] = UNKNOWN_SYSTEM
  return bytes
}

/**
 * Writes a recording, unless the stored one holds the same value: another zlib may compress it to other bytes. Returns
 * whether it wrote.
 */
export function writeRecording(folder: Folder, name: string, value: unknown): boolean {
  const file = path.join(root, folder, `${name}${SUFFIX}`)
  if (existsSync(file) && recordingText(folder, name) === JSON.stringify(value)) return false
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, packed(value))
  return true
}
