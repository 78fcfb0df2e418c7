import type { Journey, JourneyContext } from './journey.ts'
import { Visitor } from './visitor.ts'

export default {
  title: 'a second tab shows what the first changes, and outlives it',
  async run(context) {
    const { origin } = await context.serve()
    await useTwoTabs(context, origin)
  },
} satisfies Journey

/** Changes a cluster in two tabs, and closes the first. */
export async function useTwoTabs({ startBrowser }: JourneyContext, origin: string): Promise<void> {
  const browser = await startBrowser()
  const first = new Visitor(await browser.newTab())
  await first.open(`${origin}/`)
  const address = await first.until('return location.href', { pattern: /[?&]cluster=/ })
  const second = new Visitor(await browser.newTab())
  await second.open(address)
  await second.run('svcctl get configmaps -w')
  await first.run('svcctl create configmap from-the-first')
  await second.sees('.xterm-rows', /from-the-first/)
  await first.tab.close()
  await second.reload()
  await second.run('svcctl create configmap from-the-second; svcctl get configmaps')
  await second.sees('.xterm-rows', /from-the-first[^]*from-the-second/)
}
