/** Credit of a stream: bytes that the worker may send beyond those that the reader has consumed. */
const ROOM = 256 * 1024
/** Bytes of credit that one `taken` message returns at least, so that small events cost few messages. */
const CREDIT = 16 * 1024

/** The reader's end of a streamed answer. */
export interface BodyStream {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  push(bytes: Uint8Array): void
  end(): void
  fail(reason: unknown): void
}

/**
 * @param first bytes that the reader receives before the bytes of the worker
 * @param taken called with the number of bytes that the reader took since the last call
 * @param cancelled called when the reader leaves
 */
export function bodyStream(
  first: Uint8Array | undefined,
  taken: (bytes: number) => void,
  cancelled: () => void,
): BodyStream {
  let pushed = 0
  let credited = 0
  let over = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const credit = (): void => {
    const consumed = pushed - (ROOM - (controller.desiredSize ?? 0))
    if (consumed - credited < CREDIT) return
    taken(consumed - credited)
    credited = consumed
  }
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(its) {
        controller = its
        if (first === undefined) return
        // The worker did not send these bytes, so they return no credit.
        credited = first.byteLength
        enqueue(first)
      },
      pull: credit,
      cancel() {
        over = true
        cancelled()
      },
    },
    { highWaterMark: ROOM, size: (bytes) => bytes.byteLength },
  )
  function enqueue(bytes: Uint8Array): void {
    pushed += bytes.byteLength
    controller.enqueue(bytes as Uint8Array<ArrayBuffer>)
    credit()
  }
  const finish = (act: () => void): void => {
    if (over) return
    over = true
    act()
  }
  return {
    stream,
    push(bytes) {
      if (!over) enqueue(bytes)
    },
    end: () => finish(() => controller.close()),
    fail: (reason) => finish(() => controller.error(reason)),
  }
}
