import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Served } from '../clients/serve-process.ts'
import { serve } from '../clients/serve-process.ts'
import type { Dice } from '../fuzz/dice.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const WRITERS = 8
/** The server is killed up to this long after it began to serve, milliseconds. */
const LIFETIME_MS = 1500

export interface KillCount {
  readonly kills: number
  /** Acknowledged creates and deletes. */
  readonly acknowledged: number
  /** Acknowledged changes that a later server did not show. */
  readonly lost: readonly string[]
  /** The lines that the servers printed about damage. */
  readonly notices: readonly string[]
}

/** Kills a server under writes, again and again over one folder, and verifies every acknowledged write after each start. */
export async function killServers(
  folder: string,
  kills: number,
  { dice, progress }: { readonly dice: Dice; readonly progress: (kills: number, acknowledged: number) => void },
): Promise<KillCount> {
  const flags = ['--port=0', '--dialect=k8s', '--controllers=-*', `--data-dir=${folder}`]
  const lost = new Set<string>()
  const notices: string[] = []
  /** The objects whose last acknowledged change is known: true for a create, false for a delete. */
  const known = new Map<string, boolean>()
  let acknowledged = 0
  for (let round = 0; round <= kills; round++) {
    const served = await serve(flags)
    for (const name of await missing(served, known)) lost.add(name)
    notices.push(
      ...served
        .output()
        .split('\n')
        .filter((line) => /damaged|lost/i.test(line)),
    )
    if (round === kills) await served.stop()
    else acknowledged += await writeUntilKilled(served, known, { round, dice })
    progress(round, acknowledged)
  }
  return { kills, acknowledged, lost: [...lost], notices }
}

/** The objects whose last acknowledged change the server does not show. */
async function missing({ url }: Served, known: ReadonlyMap<string, boolean>): Promise<string[]> {
  const list = (await (await fetch(url + MAPS)).json()) as { items: { metadata: { name: string } }[] }
  const found = new Set(list.items.map(({ metadata }) => metadata.name))
  return [...known].filter(([name, exists]) => found.has(name) !== exists).map(([name]) => name)
}

async function writeUntilKilled(
  served: Served,
  known: Map<string, boolean>,
  { round, dice }: { readonly round: number; readonly dice: Dice },
): Promise<number> {
  let next = 0
  let acknowledged = 0
  const exited = once(served.process, 'exit')
  const write = async (): Promise<void> => {
    for (;;) {
      const name = `m-${round}-${next++}`
      if (!(await create(served, name))) return
      acknowledged++
      known.set(name, true)
      if (!dice.chance(0.3)) continue
      // Without an answer the object may be there or not.
      known.delete(name)
      const answer = await fetch(`${served.url}${MAPS}/${name}`, { method: 'DELETE' }).catch(() => undefined)
      if (answer?.status !== 200) return
      acknowledged++
      known.set(name, false)
    }
  }
  const writing = Promise.all(Array.from({ length: WRITERS }, write))
  await delay(dice.below(LIFETIME_MS))
  served.process.kill('SIGKILL')
  await Promise.all([writing, exited])
  return acknowledged
}

async function create({ url }: Served, name: string): Promise<boolean> {
  const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name }, data: { text: name.repeat(40) } }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url + MAPS, { method: 'POST', headers, body: JSON.stringify(object) }).catch(
    () => undefined,
  )
  return answer?.status === 201
}
