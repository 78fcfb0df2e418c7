import { describe, expect, it } from 'vitest'
import type { ByteSink } from '../api/exchange.ts'
import type { WatchEvent } from '../verbs/verbs.ts'
import type { Form } from './form.ts'
import { frameWriter, openWatch } from './watch-stream.ts'

const added = (name: string): WatchEvent => ({
  type: 'ADDED',
  view: { object: { metadata: { name } } },
  encoded: new Map(),
})
const nameFrame = (event: WatchEvent): Uint8Array =>
  new TextEncoder().encode(event.type === 'ADDED' ? `${event.view.object.metadata?.name} ` : event.type)

function collect(backlog = 0): ByteSink & { text: string; ended: number } {
  return {
    text: '',
    ended: 0,
    write(chunk) {
      this.text += new TextDecoder().decode(chunk)
    },
    end() {
      this.ended += 1
    },
    backlog: () => backlog,
  }
}

/** Opens a watch whose events and end the test decides. */
async function open() {
  let emit: (event: WatchEvent) => void = () => undefined
  let end: () => void = () => undefined
  let stopped = 0
  const stream = await openWatch((event, done) => {
    emit = event
    end = done
    event(added('first'))
    return Promise.resolve(() => void (stopped += 1))
  }, nameFrame)
  return { stream, emit: (name: string) => emit(added(name)), end: () => end(), stopped: () => stopped }
}

describe('openWatch', () => {
  it('buffers events until the host starts the stream', async () => {
    const { stream, emit } = await open()
    emit('second')
    const sink = collect()
    stream.start(sink)
    emit('third')
    expect(sink.text).toBe('first second third ')
  })

  it('stops the watch with the reader, once', async () => {
    const { stream, emit, stopped } = await open()
    const sink = collect()
    stream.start(sink)
    stream.stop()
    stream.stop()
    emit('late')
    expect([sink.text, sink.ended, stopped()]).toEqual(['first ', 1, 1])
  })

  it('ends with the watch, also before the host started the stream', async () => {
    const { stream, end } = await open()
    end()
    const sink = collect()
    stream.start(sink)
    expect([sink.text, sink.ended]).toEqual(['first ', 1])
  })

  it('ends when an event cannot be encoded', async () => {
    let ended = 0
    const stream = await openWatch(
      (event) => {
        event(added('list'))
        return Promise.resolve(() => void (ended += 1))
      },
      () => undefined,
    )
    const sink = collect()
    stream.start(sink)
    expect([sink.text, sink.ended, ended]).toEqual(['', 1, 1])
  })

  it('ends the watch of a reader beyond the backlog limit', async () => {
    const { stream, emit, stopped } = await open()
    const sink = collect(1e9)
    stream.start(sink)
    emit('second')
    expect([sink.text, sink.ended, stopped()]).toEqual(['first ', 1, 1])
  })
})

describe('frameWriter', () => {
  const list: Form = {
    negotiated: {
      format: 'json',
      mediaType: 'application/json',
      pretty: false,
      stream: true,
      transform: { kind: 'PartialObjectMetadataList', group: 'meta.k8s.io', version: 'v1' },
    },
    apiVersion: 'meta.k8s.io/v1',
    columns: [],
    ownColumns: false,
    rowOrder: undefined,
    fieldAnnotations: [],
    include: 'Metadata',
    now: () => 0,
    head: { apiVersion: 'v1', kind: 'ConfigMap', listKind: 'ConfigMapList', isCustom: false },
    schema: { kind: 'struct', fields: new Map() } as unknown as Form['schema'],
    bareItems: false,
  }

  it('encodes neither changes nor errors when the client requests a list of metadata as the form of events', () => {
    const frame = frameWriter(list, () => ({}))
    expect(frame(added('a'))).toBeUndefined()
    expect(frame({ type: 'ERROR', status: { message: 'too old' } })).toBeUndefined()
  })
})
