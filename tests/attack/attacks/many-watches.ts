import { get, type ClientRequest } from 'node:http'
import { CONFIG_MAPS, named, type Attack } from '../attack.ts'

const WATCHES = 2000
/** Watches that are opened at once. Only a few, so that the measured stall is the stall of single requests. */
const BATCH = 20

/** Watches of one caller, each on a separate connection, and a change that all of them receive. */
export const manyWatches = {
  name: '2,000 watches of one caller',
  expected: 'served beside them',
  async run({ base, send }) {
    const watches: ClientRequest[] = []
    while (watches.length < WATCHES) await Promise.all(Array.from({ length: BATCH }, () => open(base, watches)))
    const { status } = await send('POST', CONFIG_MAPS, { body: named('seen') })
    const listed = await send('GET', '/readyz')
    for (const watch of watches) watch.destroy()
    return status === 201 && listed.status === 200 ? 'served beside them' : `${status}, ${listed.status}`
  },
} satisfies Attack

/** Opens a watch and adds it to `watches`. Resolves when its headers arrive, or when the server refuses it. */
function open(base: string, watches: ClientRequest[]): Promise<void> {
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer mallory-token' }
    const watch = get(`${base}${CONFIG_MAPS}?watch=1`, { headers, agent: false }, (answer) => {
      answer.resume()
      answer.on('error', () => undefined)
      resolve()
    })
    watch.on('error', () => resolve())
    watches.push(watch)
  })
}
