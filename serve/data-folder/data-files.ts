/**
 * The file operations of a data folder. `node-files.ts` implements them; the fault tests replace them with files that fail, tear
 * and lose writes.
 */
export interface DataFiles {
  /** The names of the files in the folder. */
  names(): Promise<readonly string[]>
  /** The whole content; undefined when the file does not exist. */
  read(name: string): Promise<Uint8Array | undefined>
  /** Opens a file for writing; creates an empty one when it does not exist. */
  open(name: string): Promise<DataFile>
  rename(from: string, to: string): Promise<void>
  /** Does nothing when the file does not exist. */
  remove(name: string): Promise<void>
  /** Makes creations, renames and removals durable. */
  sync(): Promise<void>
}

export interface DataFile {
  /** Writes all bytes at an offset. */
  write(bytes: Uint8Array, at: number): Promise<void>
  truncate(size: number): Promise<void>
  /** Makes the content durable. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Whether an operation failed because the device or the quota of the folder has no room left. */
export const hasNoSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
