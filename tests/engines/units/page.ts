import type { RunFiles, UnitsMessage, UnitsReport } from './messages.ts'
import { GROUPS_PATH, REPORT_PATH } from './messages.ts'

// Runs the groups of files one after the other, each in a separate worker, and reports to the server.

let reported: Promise<unknown> = Promise.resolve()

function report(message: UnitsReport): void {
  reported = reported.then(() => fetch(REPORT_PATH, { method: 'POST', body: JSON.stringify(message) }))
}

function runGroup(files: readonly string[]): Promise<void> {
  const worker = new Worker('/tests/engines/units/worker.js', { type: 'module' })
  return new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.addEventListener('message', ({ data }: MessageEvent<UnitsMessage>) => {
      if ('done' in data) resolve()
      else report(data)
    })
    worker.postMessage({ files } satisfies RunFiles)
  }).finally(() => worker.terminate())
}

async function runAll(): Promise<void> {
  const groups = (await (await fetch(GROUPS_PATH)).json()) as string[][]
  for (const files of groups) await runGroup(files)
}

runAll().then(
  () => report({ done: true }),
  (error: unknown) => report({ error: String(error) }),
)
