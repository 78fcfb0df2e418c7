import type { Journey } from './journey.ts'
import { useTwoTabs } from './second-tab.ts'

const PRELUDE = `
if (!delete globalThis.SharedWorker || 'SharedWorker' in globalThis) throw new Error('SharedWorker cannot be removed')`

export default {
  title: 'without SharedWorker each tab has a worker, of which one writes for both',
  async run(context) {
    const { origin } = await context.serve({ prelude: PRELUDE })
    await useTwoTabs(context, origin)
  },
} satisfies Journey
