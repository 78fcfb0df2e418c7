import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type * as Webernetes from '@ngrok/webernetes'
import { handleSubject } from './handle-subject.ts'
import { compare } from './measure.ts'
import type { Row } from './row.ts'
import { rowsOf } from './row.ts'
import type { Plan } from './subject.ts'
import { webernetesSubject } from './webernetes-subject.ts'

const PLAN: Plan = {
  pods: 10_000,
  atOnce: 1,
  gets: 5000,
  patches: 1000,
  lists: 5,
  watchers: 100,
  events: 200,
  turns: 5,
}
/** Unmeasured, so that neither side is timed while it is being compiled. */
const WARM_UP: Plan = { pods: 1000, atOnce: 1, gets: 1000, patches: 200, lists: 2, watchers: 2, events: 20, turns: 1 }

/** The peer's package imports without extensions, which Node refuses: it is bundled first. */
async function loadPeer(): Promise<typeof Webernetes> {
  const outfile = path.join(mkdtempSync(path.join(tmpdir(), 'bench-')), 'webernetes.mjs')
  await build({
    stdin: { contents: "export * from '@ngrok/webernetes'", resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    banner: { js: "import{createRequire}from'module';const require=createRequire(import.meta.url);" },
  })
  return (await import(pathToFileURL(outfile).href)) as typeof Webernetes
}

/** `handle` under Node, beside the peer's own client. */
export async function nodeRows(): Promise<Row[]> {
  const peer = await loadPeer()
  const subjects = async () => ({ ours: await handleSubject(), peer: await webernetesSubject(peer) })
  await compare(await subjects(), WARM_UP)
  const figures = await compare(await subjects(), PLAN)
  return rowsOf('handle', figures.ours, 'webernetes', figures.peer)
}
