import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as Webernetes from '@ngrok/webernetes'
import { handleSubject } from './handle-subject.ts'
import { compare } from './measure.ts'
import type { Goals, Row } from './row.ts'
import { rowsOf } from './row.ts'
import type { Plan } from './subject.ts'
import { webernetesSubject } from './webernetes-subject.ts'

const PLAN: Plan = {
  pods: 10_000,
  atOnce: 1,
  gets: 50_000,
  patches: 1000,
  lists: 15,
  fanOuts: [
    { watchers: 1, events: 1000 },
    { watchers: 100, events: 200 },
    { watchers: 1000, events: 20 },
  ],
  turns: 5,
}
/** A run that is not measured, so that no measurement includes compilation. */
const WARM_UP: Plan = {
  pods: 3000,
  atOnce: 1,
  gets: 50_000,
  patches: 4000,
  lists: 5,
  fanOuts: [{ watchers: 100, events: 20 }],
  turns: 1,
}

const GOALS: Goals = {
  create: { times: 1.5 },
  configMap: { times: 3 },
  get: { times: 3 },
  list: { times: 20 },
  labelled: { times: 1 },
  patch: { times: 1.5 },
  strategic: { times: 1.5 },
  status: { times: 1.5 },
  applyNew: { times: 5 },
  applySame: { times: 5 },
  applyField: { times: 5 },
  fanOut1: { times: 1 },
  fanOut100: { times: 1 },
  fanOut1000: { times: 1 },
}

/** The peer's package imports files without extensions, which Node refuses, so it is bundled first. */
async function loadPeer(): Promise<typeof Webernetes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const outfile = path.join(folder, 'webernetes.mjs')
  await build({
    stdin: { contents: "export * from '@ngrok/webernetes'", resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  })
  const peer = (await import(pathToFileURL(outfile).href)) as typeof Webernetes
  rmSync(folder, { recursive: true })
  return peer
}

/** `handle` under Node, beside the peer's own client. */
export async function handleRows(now?: () => number): Promise<Row[]> {
  const peer = await loadPeer()
  const subjects = async () => ({ ours: await handleSubject(), peer: await webernetesSubject(peer) })
  await compare(await subjects(), WARM_UP)
  const figures = await compare(await subjects(), { ...PLAN, ...(now && { now }) })
  return rowsOf('handle', figures.ours, { name: 'webernetes', figures: figures.peer }, GOALS)
}
