import { Agent, request } from 'node:http'

const MAPS = '/api/v1/namespaces/default/configmaps'
/** Objects that each client keeps; older ones are deleted. */
const KEPT = 40
/** One in LIST_EVERY rounds lists the objects, and one in WATCH_EVERY rounds opens a watch. */
const LIST_EVERY = 50
const WATCH_EVERY = 20

export interface Churn {
  /** Milliseconds of each answer since the last call. */
  takeLatencies(): number[]
  /** The number of unsuccessful answers with each status. */
  readonly refused: ReadonlyMap<number, number>
  /** Resolves after the last request of each client. */
  stop(): Promise<void>
}

/** Clients that create, patch, read, list, watch and delete, each as fast as it is answered. */
export function churn(url: string, clients: number): Churn {
  const agent = new Agent({ keepAlive: true, maxSockets: clients * 2 })
  const refused = new Map<number, number>()
  let latencies: number[] = []
  const stopping = new AbortController()

  const send = async (method: string, path: string, body?: object, type = 'application/json'): Promise<void> => {
    const started = performance.now()
    const status = await answered(agent, url, { method, path, body, type })
    latencies.push(performance.now() - started)
    if (status >= 300) refused.set(status, (refused.get(status) ?? 0) + 1)
  }

  async function run(client: number): Promise<void> {
    for (let round = 0; !stopping.signal.aborted; round++) {
      const name = `c${client}-${round}`
      const text = `${round} `.repeat(20 + (round % 50))
      await send('POST', MAPS, { metadata: { name, labels: { client: `${client}` } }, data: { text } })
      await send('PATCH', `${MAPS}/${name}`, { data: { more: text } }, 'application/merge-patch+json')
      await send('GET', `${MAPS}/${name}`)
      if (round % LIST_EVERY === 0) await send('GET', `${MAPS}?labelSelector=client%3D${client}&limit=100`)
      if (round % WATCH_EVERY === 0) await watchBriefly(url)
      if (round >= KEPT) await send('DELETE', `${MAPS}/c${client}-${round - KEPT}`)
    }
  }

  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
  return {
    takeLatencies() {
      const taken = latencies
      latencies = []
      return taken
    },
    refused,
    async stop() {
      stopping.abort()
      await running
      agent.destroy()
    },
  }
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: object | undefined
  readonly type: string
}

function answered(agent: Agent, url: string, { method, path, body, type }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': type }
    const outgoing = request(url + path, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    outgoing.on('error', reject)
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Opens a watch on a new connection, and cuts it after its first event. */
function watchBriefly(url: string): Promise<void> {
  return new Promise((resolve) => {
    const watch = request(`${url}${MAPS}?watch=1`, { agent: false }, (answer) => {
      answer.once('data', () => watch.destroy())
      answer.on('error', () => undefined)
      answer.on('close', resolve)
    })
    watch.on('error', () => resolve())
    watch.end()
  })
}
