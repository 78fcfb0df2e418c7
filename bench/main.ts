// npm run bench [-- --only PART,...] [--json FILE] [--markdown FILE] [--chart FILE] [--cpu]: every benchmark, with the
// peer's figure from the same run beside ours. `PARTS` names the parts. `--chart` draws the growth part. `--cpu` measures
// `handle`, growth, size, cel and the forks of the package in CPU time of this process, which is comparable on a busy machine.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { appRows } from './app.ts'
import { browserRows } from './browser.ts'
import { celRows } from './cel.ts'
import { embedRows } from './embed.ts'
import { growthChart } from './growth-chart.ts'
import { growthLines, growthRows } from './growth.ts'
import { handlerRows } from './handlers.ts'
import { httpRows } from './http.ts'
import { handleRows } from './node.ts'
import { packageRows } from './package.ts'
import type { Row } from './row.ts'
import { isMet, markdown, print, ratio } from './row.ts'
import { scaleRows } from './scale/scale.ts'
import { sizeRows } from './size.ts'
import { startRows } from './start.ts'

const PARTS: Readonly<Record<string, (now?: () => number) => Promise<readonly Row[]>>> = {
  handle: handleRows,
  http: () => httpRows(),
  growth: growthRows,
  size: sizeRows,
  start: () => startRows(),
  cel: (now) => Promise.resolve(celRows(now)),
  browser: () => browserRows(),
  package: packageRows,
  embed: () => embedRows(),
  app: () => appRows(),
  handlers: () => handlerRows(),
  scale: () => scaleRows(),
}

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    markdown: { type: 'string' },
    only: { type: 'string' },
    chart: { type: 'string' },
    cpu: { type: 'boolean', default: false },
  },
})

const cpuTime = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const rows: Row[] = []
for (const name of values.only?.split(',') ?? Object.keys(PARTS)) {
  const part = PARTS[name]
  if (part === undefined) throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}, not ${name}`)
  console.log(`— ${name}`)
  const measured = await part(values.cpu ? cpuTime : undefined)
  print(measured)
  rows.push(...measured)
}
if (values.json !== undefined) {
  const figures = rows.map((row) => ({ ...row, ratio: ratio(row), met: isMet(row) }))
  writeFileSync(values.json, `${JSON.stringify(figures, undefined, 2)}\n`)
}
if (values.markdown !== undefined) writeFileSync(values.markdown, markdown(rows))
if (values.chart !== undefined) writeFileSync(values.chart, growthChart(rows, growthLines))
process.exit(0)
