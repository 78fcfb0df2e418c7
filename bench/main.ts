/** npm run bench [-- --json FILE]: every benchmark, with the peer's figure from the same run beside ours. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { browserRows } from './browser.ts'
import { handleConfigMaps, handleFanOut, handlePods } from './handle.ts'
import type { Row } from './row.ts'
import { print, ratio } from './row.ts'
import { webernetesFanOut, webernetesPods } from './webernetes.ts'

const COUNT = 10_000
const CREATES = 1000
const WATCHERS = 100

const { values } = parseArgs({
  options: { json: { type: 'string' }, 'no-browser': { type: 'boolean', default: false } },
})

async function nodeRows(): Promise<Row[]> {
  // Once unmeasured, so that neither side is timed while it is being compiled.
  await handlePods(500)
  await webernetesPods(500)
  const ours = await handlePods(COUNT)
  const peer = await webernetesPods(COUNT)
  const maps = await handleConfigMaps(COUNT)
  const fanOut = await handleFanOut(CREATES, WATCHERS)
  const peerFanOut = await webernetesFanOut(CREATES, WATCHERS)
  const beside = (figure: number) => ({ name: 'webernetes', figure })
  return [
    { what: 'handle: create a pod of 521 bytes', unit: '/s', ours: ours.create, beside: beside(peer.create) },
    { what: 'handle: create a ConfigMap of 500 bytes', unit: '/s', ours: maps },
    { what: 'handle: get a pod', unit: '/s', ours: ours.get, beside: beside(peer.get) },
    { what: `handle: list ${COUNT} pods`, unit: 'ms', ours: ours.list, beside: beside(peer.list) },
    { what: 'handle: merge patch of a pod', unit: '/s', ours: ours.patch, beside: beside(peer.patch) },
    { what: `handle: events to ${WATCHERS} watches`, unit: '/s', ours: fanOut, beside: beside(peerFanOut) },
  ]
}

const rows = [...(await nodeRows()), ...(values['no-browser'] ? [] : await browserRows())]
print(rows)
if (values.json !== undefined)
  writeFileSync(
    values.json,
    `${JSON.stringify(
      rows.map((row) => ({ ...row, ratio: ratio(row) })),
      undefined,
      2,
    )}\n`,
  )
process.exit(0)
