import type { Connection } from './http-client.ts'
import { each } from './measure.ts'

export type Send = (connection: Connection, i: number) => Promise<unknown>

/** Sends `count` requests, numbered from `from` on. Each connection has one request at a time. */
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
