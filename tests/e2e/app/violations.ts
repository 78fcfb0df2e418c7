import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The violations that axe reports in a page and its frames, one line for each element. */
export async function violations(page: Page): Promise<string[]> {
  // The details of rules that pass take axe longer than the search for violations.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // Otherwise axe opens another page to join the results of frames.
  if (page.frames().length === 1) axe.setLegacyMode()
  const { violations: found } = await axe.analyze()
  return found.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`))
}
