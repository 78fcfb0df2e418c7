import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test('reports wrong command lines, and the missing metrics for all others', async () => {
  const refusals = {
    'pods -A --containers': 'Metrics API not available',
    'node n1': 'Metrics API not available',
    'po --field-selector=x': "invalid selector: 'x'; can't understand 'x'",
    'po --sort-by=age': '--sort-by accepts only cpu or memory',
    'pod web -l app=web': 'only one of NAME or selector can be provided',
    'nodes n1 -l a=b': 'only one of NAME or --selector can be provided',
    'node a b': "node [NAME | -l label]\nSee 'kubectl top node -h' for help and examples",
  }
  for (const [line, text] of Object.entries(refusals))
    expect((await run(`top ${line}`, {}, 'k8s')).stderr).toBe(`error: ${text}\n`)
})
