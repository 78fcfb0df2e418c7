// npm run journeys -- [--engine firefox|chromium|webkit] [--title text]
// Journeys through the production build (`npm run build`) in an engine, each in new profiles. Without `--engine`: Firefox.
// A journey that fails leaves a picture in test-results/.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { serveSite, type StaticSite } from '../../e2e/app/static-site.ts'
import { ENGINES, type Engine, type EngineName, isEngineName } from '../engine.ts'
import { startEngine } from '../start-engine.ts'
import embeds from './embeds.ts'
import firstVisit from './first-visit.ts'
import handler from './handler.ts'
import type { Journey } from './journey.ts'
import { refusedOriginFiles, withoutOriginFiles } from './no-origin-files.ts'
import noSharedWorker from './no-shared-worker.ts'
import offline from './offline.ts'
import secondTab from './second-tab.ts'
import serviceWorker, { noModuleServiceWorker } from './service-worker.ts'
import shareLink from './share-link.ts'
import storageRefused from './storage-refused.ts'
import { Visitor } from './visitor.ts'

const JOURNEYS: readonly Journey[] = [
  firstVisit,
  secondTab,
  noSharedWorker,
  serviceWorker,
  noModuleServiceWorker,
  offline,
  storageRefused,
  withoutOriginFiles,
  refusedOriginFiles,
  shareLink,
  embeds,
  handler,
]
const PICTURES = 'test-results'

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: ['firefox'] },
    title: { type: 'string', default: '' },
  },
})
let passed = 0
let failed = 0

async function play(engineName: EngineName, journey: Journey): Promise<void> {
  const browsers: Engine[] = []
  const sites: StaticSite[] = []
  const visitors: Visitor[] = []
  const startBrowser = async (): Promise<Engine> => {
    const browser = await startEngine(engineName)
    browsers.push(browser)
    return browser
  }
  const started = performance.now()
  const seconds = (): string => `${((performance.now() - started) / 1000).toFixed(1)} s`
  try {
    await journey.run({
      startBrowser,
      async visit() {
        const visitor = new Visitor(await (await startBrowser()).newTab())
        visitors.push(visitor)
        return visitor
      },
      async serve(options) {
        const site = await serveSite('/', { ...options, headers: true })
        sites.push(site)
        return site
      },
    })
    passed++
    console.log(`  ✓ ${engineName}: ${journey.title} (${seconds()})`)
  } catch (error) {
    failed++
    console.log(`  ✘ ${engineName}: ${journey.title} (${seconds()})\n${String(error)}`)
    await mkdir(PICTURES, { recursive: true })
    for (const [index, visitor] of visitors.entries())
      await visitor.photograph(path.join(PICTURES, `${engineName}-${JOURNEYS.indexOf(journey)}-${index}.png`))
  } finally {
    for (const browser of browsers) await browser.close()
    for (const site of sites) await site.close()
  }
}

for (const name of values.engine) {
  if (!isEngineName(name)) {
    console.error(`There is no engine ${name}; choose one of ${ENGINES.join(', ')}`)
    process.exit(2)
  }
  for (const journey of JOURNEYS.filter(({ title }) => title.includes(values.title))) await play(name, journey)
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
