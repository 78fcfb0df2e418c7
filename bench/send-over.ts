import type { Connection } from './http-client.ts'
import { each } from './measure.ts'

export type Send = (connection: Connection, i: number) => Promise<unknown>

/** Sends the requests of the numbers from `from` on, as many at once as there are connections. */
export async function sendOver(
  connections: readonly Connection[],
  from: number,
  count: number,
  send: Send,
): Promise<void> {
  const free = [...connections]
  await each(from, count, connections.length, async (i) => {
    const connection = free.pop()
    if (connection === undefined) throw new Error('there must be a connection for each request under way')
    await send(connection, i)
    free.push(connection)
  })
}
