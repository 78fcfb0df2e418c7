/** How many bytes a reader may leave untaken before more of the stream is refused room. */
const ROOM = 256 * 1024
/** Credit goes back in pieces of at least this size, so that small events cost no message each. */
const CREDIT = 16 * 1024

/** The reader's end of a streamed answer. */
export interface BodyStream {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>
  push(bytes: Uint8Array): void
  end(): void
  fail(reason: unknown): void
}

/**
 * @param first bytes that stand before everything else, at once
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
        // Counted as taken already: the worker did not send it.
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
