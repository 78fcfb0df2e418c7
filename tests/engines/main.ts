// npm run conformance:tab -- --engine chromium|firefox|webkit [--area verbs,list] [--profile default] [--name text]
//                            [--at-once 12] [--verbose] [--units]
// Plays the recorded answers of the real server against servers in the worker of a page, in that engine. The webhooks of
// a case run as a handler. With `--units`, runs the unit tests of worker/ instead; `--name` is then a part of their path.
import { parseArgs } from 'node:util'
import { cases } from '../conformance/case.ts'
import { report } from '../conformance/report.ts'
import { ENGINES, isEngineName } from './engine.ts'
import { startEngine } from './start-engine.ts'
import { isPlayable } from './hook-handler.ts'
import { playInTab } from './tab-play.ts'
import { startTabServer } from './tab-server.ts'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'chromium' },
    area: { type: 'string', default: '' },
    profile: { type: 'string', default: 'default' },
    name: { type: 'string', default: '' },
    // The page and its worker share one thread of messages; more cases at a time are not faster. A busy machine needs fewer: a
    // handler has 15 seconds to start.
    'at-once': { type: 'string', default: '12' },
    verbose: { type: 'boolean', short: 'v', default: false },
    units: { type: 'boolean', default: false },
  },
})
const { engine: name, profile, area } = values
if (!isEngineName(name)) {
  console.error(`There is no engine ${name}; choose one of ${ENGINES.join(', ')}`)
  process.exit(2)
}

if (values.units) {
  const { runUnits } = await import('./units/run-units.ts')
  const failed = await runUnits({ engine: name, text: values.name, verbose: values.verbose })
  process.exit(failed > 0 ? 1 : 0)
}

const chosen = cases(area.split(',').filter(Boolean), profile).filter((c) => c.name.includes(values.name))
const playable = chosen.filter(isPlayable)
const tab = await startTabServer()
const engine = await startEngine(name)
console.log(engine.version)
let failures = 0
try {
  await (await engine.newTab()).open(tab.url)
  const started = performance.now()
  const outcomes = await playInTab(tab, playable, { profile, atOnce: Number(values['at-once']) })
  failures = report(outcomes, { seconds: (performance.now() - started) / 1000, verbose: values.verbose })
  const left = chosen.length - playable.length
  if (left > 0) console.log(`${left} cases not played: their webhooks need a network`)
} finally {
  await engine.close()
  await tab.close()
}
process.exit(failures > 0 ? 1 : 0)
