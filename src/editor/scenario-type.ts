/** Whether a document is a scenario, which the page reads and no cluster serves. */
export const isScenario = ({ apiVersion, kind }: { readonly apiVersion?: unknown; readonly kind?: unknown }): boolean =>
  kind === 'Scenario' && apiVersion === 'tabplane.dev/v1'

/** The published schema of scenarios, which loads with the first such document. */
export async function scenarioType(): Promise<object> {
  const { publishedSchema } = await import('../scenario/published-schema.ts')
  return JSON.parse(publishedSchema()) as object
}
