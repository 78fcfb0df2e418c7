import { numberOfText } from '../../../worker/api/numbers.ts'
import { createServer } from 'node:http'
import { UsageError, type Program } from '../program.ts'

/** The path and the answer with which `kube-apiserver` recognises this program. */
export const HEALTH_PATH = '/health'
export const HEALTH = { health: 'true', reason: '', server: 'tabplane' } as const

/** Answers health checks in place of etcd. Nothing is stored here: the server keeps the cluster in memory. */
export const etcd = {
  async run(args) {
    const urls = args.find((arg) => arg.startsWith('--listen-client-urls='))?.slice('--listen-client-urls='.length)
    if (urls === undefined) throw new UsageError('name the address: --listen-client-urls=http://127.0.0.1:2379')
    const addresses = urls.split(',')
    const wrong = addresses.find((url) => !URL.canParse(url))
    if (wrong !== undefined) throw new UsageError(`${wrong} is not an address like http://127.0.0.1:2379`)
    for (const url of addresses) await listen(new URL(url))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0))
    return undefined
  },
} satisfies Program

async function listen({ hostname, port }: URL): Promise<void> {
  const server = createServer((request, response) => {
    const isHealth = request.url === HEALTH_PATH
    response.writeHead(isHealth ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(isHealth ? JSON.stringify(HEALTH) : '{}')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(numberOfText(port), hostname, resolve)
  })
}
