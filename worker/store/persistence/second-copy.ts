/**
 * A second copy of a cluster's rows, independent of the database and some seconds older. It is read only when the database is
 * missing or damaged (ADR 0019).
 */
export interface SecondCopy {
  /** Reads the copy; undefined when no copy exists. */
  read(): Promise<CopiedRows | undefined>
  /** Replaces the copy as a whole; an interrupted write leaves the previous copy. */
  write(copied: CopiedRows): Promise<void>
}

export interface CopiedRows {
  /** Time of the copy; milliseconds since 1970. */
  readonly at: number
  readonly rows: readonly Uint8Array[]
}

/** A file that is replaced as a whole. */
export interface WholeFile {
  /** Reads the file; undefined when it does not exist. */
  read(): Promise<Uint8Array | undefined>
  write(parts: readonly Uint8Array[]): Promise<void>
}

const HEADER_BYTES = 8

/** `at f64`, then `length u32` and bytes of each row; little-endian. Each row contains its own checksum. */
export function fileCopy(file: WholeFile): SecondCopy {
  return {
    async read() {
      const bytes = await file.read()
      if (bytes === undefined || bytes.length < HEADER_BYTES) return undefined
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
      const rows: Uint8Array[] = []
      for (let at = HEADER_BYTES; at + 4 <= bytes.length;) {
        const end = at + 4 + view.getUint32(at, true)
        // A row that was cut short does not match its checksum, and counts as damaged.
        rows.push(bytes.slice(at + 4, end))
        at = end
      }
      return { at: view.getFloat64(0, true), rows }
    },
    write({ at, rows }) {
      const header = new Uint8Array(HEADER_BYTES)
      new DataView(header.buffer).setFloat64(0, at, true)
      return file.write([header, ...rows.flatMap((row) => [lengthOf(row), row])])
    },
  }
}

function lengthOf({ length }: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length, true)
  return bytes
}
