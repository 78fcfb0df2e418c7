import { FileError } from '../src/cli/host.ts'
import { lookupTable } from '../worker/runtime/lookup-table.ts'

/** Codes of the operating system, in the words of the real client. */
export const systemFaults = lookupTable<string>({
  ENOENT: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
  ENOTDIR: 'not a directory',
  ENXIO: 'no such device or address',
  EFBIG: 'file too large',
})

/** Throws the FileError for a failed access to a file, in the words of the real client. */
export function refuseFile(name: string, error: unknown, operation = 'open'): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  throw new FileError(
    code === 'EISDIR' || code === 'EFBIG' ? 'read' : operation,
    name,
    systemFaults[code] ?? String(error),
  )
}
