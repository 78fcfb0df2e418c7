import type { Diagnostic } from '@codemirror/lint'
import type { Text } from '@codemirror/state'

/** The faults that the reader of scenarios finds in a text, from their place to the end of the line. */
export async function scenarioFaults(doc: Text): Promise<Diagnostic[]> {
  const [{ readScenario }, { ScenarioError }] = await Promise.all([
    import('../scenario/read-scenario.ts'),
    import('../scenario/scenario-error.ts'),
  ])
  try {
    readScenario(doc.toString())
    return []
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return error.faults.map(({ line, column, path, message }) => {
      const { from, to } = doc.line(Math.min(line, doc.lines))
      const start = Math.min(from + column - 1, to)
      return {
        from: start,
        to: Math.max(start, to),
        severity: 'error',
        source: 'scenario',
        message: path === '' ? message : `${path} ${message}`,
      }
    })
  }
}
