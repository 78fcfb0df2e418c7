import { afterEach, describe, expect, it } from 'vitest'
import { createCluster } from '../../package/server/create-cluster.ts'
import type { Cluster } from '../../package/server/cluster.ts'
import type { Check } from '../../src/scenario/scenario.ts'
import type { CheckStates } from '../../src/scenario/checks/check-state.ts'
import type { CommandRecord } from '../../src/scenario/checks/cluster-source.ts'
import { followChecks } from '../../src/scenario/checks/follow-checks.ts'

const check = (expr: string, more: Partial<Check> = {}): Check => ({
  name: 'c',
  title: 'T',
  expr,
  needs: [],
  place: { line: 3, column: 9 },
  ...more,
})

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** Follows checks of a new cluster; `until` resolves with the states that first satisfy the condition. */
async function follow(checks: readonly Check[], prepare?: (cluster: Cluster) => Promise<unknown>) {
  const cluster = await createCluster({ controllers: ['-*'], users: [{ name: 'alice', groups: ['staff'] }] })
  await prepare?.(cluster)
  const listeners = new Set<(command: CommandRecord) => void>()
  const waiting = new Set<() => void>()
  let states: CheckStates = new Map()
  const followed = followChecks(
    checks,
    {
      fetch: (path, init) => cluster.fetch(path, init),
      info: { dialect: 'k8s' },
      commands: {
        follow(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      schedule: (run) => void setImmediate(run),
      sleep: () => new Promise((resolve) => void setImmediate(resolve)),
      random: Math.random,
    },
    (now) => {
      states = now
      for (const look of waiting) look()
    },
  )
  opened.push({ close: () => followed.stop() }, cluster)
  await followed.ready
  const shown = (): string[] => [...states].map(([name, { status }]) => `${name} ${status}`)
  return {
    cluster,
    shown,
    state: (name = 'c') => states.get(name),
    command: (command: CommandRecord) => listeners.forEach((listener) => listener(command)),
    until: (...wanted: string[]) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (wanted.every((one) => shown().includes(one))) resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

function create(cluster: Pick<Cluster, 'fetch'>, name: string, data: object): Promise<Response> {
  return cluster.fetch('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }),
  })
}

const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'ships.sea.example.org' },
  spec: {
    group: 'sea.example.org',
    scope: 'Namespaced',
    names: { plural: 'ships', singular: 'ship', kind: 'Ship' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
}

describe('a check of objects', () => {
  it('passes with the write that fulfils it, and is pending again when the object is deleted', async () => {
    const { cluster, shown, state, until } = await follow([
      check(`objects('configmaps', 'default').exists(c, c.data.colour == 'red')`, { pending: 'Create it.' }),
    ])
    expect(state()).toEqual({ status: 'pending', message: 'Create it.' })
    await create(cluster, 'a', { colour: 'red' })
    await until('c passed')
    await cluster.fetch('/api/v1/namespaces/default/configmaps/a', { method: 'DELETE' })
    await until('c pending')
    expect(shown()).toEqual(['c pending'])
  })

  it('reports why its expression cannot be evaluated', async () => {
    const { state } = await follow([check(`object('configmaps', 'default', 'none').value().data.x == 'y'`)])
    expect(state()).toEqual({ status: 'pending', reason: 'optional.none() dereference' })
  })

  it('finds resources that are defined later', async () => {
    const established = `objects('apiextensions.k8s.io/customresourcedefinitions').exists(d,
      d.status.conditions.exists(c, c.type == 'Established' && c.status == 'True'))`
    const { cluster, until } = await follow([
      check(`objects('sea.example.org/ships').size() == 1`),
      check(established, { name: 'd' }),
    ])
    const post = (path: string, body: object) =>
      cluster.fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', CRD)
    const ship = { apiVersion: 'sea.example.org/v1', kind: 'Ship', metadata: { name: 'a' } }
    await until('d passed')
    expect((await post('/apis/sea.example.org/v1/namespaces/default/ships', ship)).status).toBe(201)
    await until('c passed')
  })

  it('reads the newest revision', async () => {
    const { cluster, until } = await follow([
      check(`objects('configmaps').exists(c, int(c.metadata.resourceVersion) == revision)`),
    ])
    await create(cluster, 'a', {})
    await until('c passed')
  })
})

describe('a check of requests', () => {
  it('reads the verb, the caller and the answer of each request since the step began', async () => {
    const expr = `requests.exists(r, r.verb == 'create' && r.resource == 'configmaps' && r.user == 'alice' && 'staff' in r.groups && r.code == 403)`
    const { cluster, shown, until } = await follow([check(expr)], ({ as }) => create(as('alice'), 'a', {}))
    expect(shown()).toEqual(['c pending'])
    await create(cluster.as('alice'), 'b', {})
    await until('c passed')
  })

  it('names the impersonated user', async () => {
    const { cluster, until } = await follow([check(`requests.exists(r, r.user == 'bob' && 'dev' in r.groups)`)])
    await cluster.fetch('/api/v1/pods', { headers: { 'Impersonate-User': 'bob', 'Impersonate-Group': 'dev' } })
    await until('c passed')
  })

  it('ignores the requests of panes', async () => {
    const { cluster, shown, until } = await follow([
      check(`requests.exists(r, r.resource == 'pods')`),
      check(`requests.exists(r, r.resource == 'nodes')`, { name: 'd' }),
    ])
    await cluster.fetch('/api/v1/pods', { headers: { 'User-Agent': 'tabplane-explorer' } })
    await cluster.fetch('/api/v1/nodes')
    await until('d passed')
    expect(shown()).toEqual(['c pending', 'd passed'])
  })
})

describe('a check of commands', () => {
  it('waits for the checks that it needs', async () => {
    const { command, shown, until } = await follow([
      check(`commands.exists(c, c.line.startsWith('kubectl get') && c.code == 0)`, { name: 'get' }),
      check(`commands.exists(c, c.stdout.contains('web'))`, { name: 'seen', needs: ['get'] }),
    ])
    expect(shown()).toEqual(['get pending', 'seen waiting'])
    command({ line: 'kubectl get pods', code: 0, stdout: 'web' })
    await until('get passed', 'seen passed')
  })

  it('shows a mistake of the reader until it is mended', async () => {
    const { command, state, until } = await follow([
      check(`commands.exists(c, c.line == 'right')`, {
        failcheck: { expr: `commands.exists(c, c.line == 'wrong')`, message: 'Type right.' },
      }),
    ])
    command({ line: 'wrong', code: 1, stdout: '' })
    await until('c failed')
    expect(state()).toEqual({ status: 'failed', message: 'Type right.' })
    command({ line: 'right', code: 0, stdout: '' })
    await until('c passed')
  })
})

describe('a check of events', () => {
  it('reads the events that were written since the step began', async () => {
    const write = (name: string) => (cluster: Cluster) =>
      cluster.fetch('/api/v1/namespaces/default/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          apiVersion: 'v1',
          kind: 'Event',
          metadata: { name },
          reason: 'Killing',
          involvedObject: { kind: 'Pod', name: 'web', namespace: 'default' },
        }),
      })
    const { cluster, shown, until } = await follow([check(`events.exists(e, e.reason == 'Killing')`)], write('old'))
    expect(shown()).toEqual(['c pending'])
    await write('new')(cluster)
    await until('c passed')
  })
})

describe('a mistake in a check', () => {
  it.each([
    [`objects('pods').exists(p, p.x == y)`, `undeclared reference to 'y' (in container '')`],
    [`objects('pods')`, 'must be of type bool, and is of type list(dyn)'],
    [
      `objects(commands[0].line).size() == 0`,
      `must write the resource of objects() as a text, such as 'apps/deployments'`,
    ],
    [`objects('../secrets').size() == 0`, `names no resource: "../secrets"; write 'pods' or 'apps/deployments'`],
    [`requests.exists(r, r.verbs == 'get')`, `undefined field 'verbs'`],
    [`revision > 5`, 'reads revision, so it must name a resource with objects or object'],
  ])('%s is reported with its place', async (expr, message) => {
    const { state } = await follow([check(expr)])
    expect(state()).toEqual({ status: 'error', message, place: { line: 3, column: 9 } })
  })

  it('ends an expression that would run for ever', async () => {
    const ten = '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]'
    const nested = Array.from({ length: 9 }, (_, i) => `${ten}.all(v${i}, `).join('')
    const { state } = await follow([check(`${nested}true${')'.repeat(9)}`)])
    expect(state()).toMatchObject({ status: 'error', message: expect.stringContaining('costs more than') as string })
  })
})
