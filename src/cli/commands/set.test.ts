import { expect, test } from 'vitest'
import { goJson } from '../../../worker/api/go-json.ts'
import type { JsonObject } from '../../../worker/api/json.ts'
import { applyStrategicMergePatch, readStrategicMergePatch } from '../../../worker/patch/strategic-merge-patch.ts'
import { builtinType } from '../../../worker/schema/builtin/types.ts'
import { failure, run } from '../command-line.fixture.ts'

const WEB = '/apis/apps/v1/namespaces/default/deployments/web'
const SETTINGS = '/api/v1/namespaces/default/configmaps/settings'
const containers = [
  { name: 'app', image: 'app:1', env: [{ name: 'A', value: '1' }] },
  { name: 'log', image: 'log:1' },
]
const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { template: { spec: { containers } } },
}
const settings = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings' },
  data: { 'log.level': 'info', b: '2' },
}
const answers = {
  [`GET ${WEB}`]: () => Response.json(web),
  [`PATCH ${WEB}`]: () => Response.json(web),
  [`GET ${SETTINGS}`]: () => Response.json(settings),
}

/** The output of a command, the patch that it sends, and the pod spec after the patch. */
async function sent(line: string) {
  const { stdout, stderr, code, requests } = await run(line, answers, 'k8s')
  const request = requests.find(({ method }) => method === 'PATCH')
  if (request === undefined) return { stdout, stderr, code, spec: undefined }
  const body = String(request.body)
  const patch = JSON.parse(body) as JsonObject
  const schema = builtinType('api.apps.v1.Deployment')
  const changed = applyStrategicMergePatch(web, readStrategicMergePatch(patch), schema) as typeof web
  return { stdout, stderr, code, body, patch, type: request.headers['Content-Type'], spec: changed.spec.template.spec }
}

test('sends a strategic merge patch, which names the changed items of a list', async () => {
  const { type, patch, body } = await sent('set image deploy/web log=log:2')
  expect(type).toBe('application/strategic-merge-patch+json')
  const spec = {
    '$setElementOrder/containers': [{ name: 'app' }, { name: 'log' }],
    containers: [{ name: 'log', image: 'log:2' }],
  }
  expect(patch).toEqual({ spec: { template: { spec } } })
  // Go encodes the members of a patch in the order of their names.
  expect(body).toBe(goJson({ spec: { template: { spec } } }))
})

test('sets an image although another container is not found, and refuses malformed arguments', async () => {
  const { stdout, stderr, code, spec } = await sent('set image deploy/web app=app:2 none=x')
  expect(spec?.containers.map(({ image }) => image)).toEqual(['app:2', 'log:1'])
  expect({ stdout, stderr, code }).toEqual({
    stdout: 'deployment.apps/web image updated\n',
    stderr: 'error: unable to find container named "none"\n',
    code: 1,
  })
  expect((await sent('set image deploy/web *=x')).spec?.containers.map(({ image }) => image)).toEqual(['x', 'x'])
  expect(await sent('set image deploy/web app=app:1')).toMatchObject({ stdout: '', spec: undefined, code: 0 })
  const refusals = {
    'deploy/web *=x app=y': 'all containers are already specified by *, but saw more than one container_name=',
    'deploy/web': 'at least one image update is required',
    'deploy/web app=x pod/p': 'all resources must be specified before image changes: pod/p',
    'deploy/web app-': 'invalid image format: app-',
    'cm/settings app=x': 'configmaps/settings the object is not a pod or does not have a pod template: *v1.ConfigMap',
  }
  for (const [words, text] of Object.entries(refusals))
    expect((await sent(`set image ${words}`)).stderr).toMatch(new RegExp(`^error: ${text.replaceAll('*', '\\*')}`))
})

test('removes a variable that `-e` names, and fails after the patch, as kubectl does', async () => {
  const { stdout, stderr, spec } = await sent('set env deploy/web -e A-')
  expect(spec?.containers[0]?.env ?? []).toEqual([])
  expect({ stdout, stderr }).toEqual({
    stdout: '',
    stderr: 'error: at least one environment variable must be provided\n',
  })
  expect((await sent('set env deploy/web A-')).stdout).toBe('deployment.apps/web env updated\n')
})

test("puts the attempted change before the server's refusal", async () => {
  const refused = { ...answers, [`PATCH ${WEB}`]: failure(403, { reason: 'Forbidden', message: 'no' }) }
  expect((await run('set image deploy/web app=x', refused, 'k8s')).stderr).toBe(
    'error: failed to patch image update to pod template: no\n',
  )
})

test('sets and removes variables, and takes them from a config map', async () => {
  const { spec } = await sent('set env deploy/web -c app B=2 A-')
  expect(spec?.containers[0]?.env).toEqual([{ name: 'B', value: '2' }])
  const taken = await sent('set env deploy/web --from=cm/settings --keys=log.level --prefix=X_')
  expect(taken.spec?.containers[1]?.env).toEqual([
    { name: 'X_LOG_LEVEL', valueFrom: { configMapKeyRef: { key: 'log.level', name: 'settings' } } },
  ])
  expect((await sent('set env deploy/web A=2 --overwrite=false')).stderr).toBe(
    "error: deployments/web 'A' already has a value (1), and --overwrite is false\n",
  )
  expect((await sent('set env deploy/web A=2 A-')).stderr).toContain(
    'can not both modify and remove the same environment',
  )
  expect((await sent('set env deploy/web 1A=2')).stderr).toContain('error: "1A" is not a valid key name: a valid')
  expect(await sent('set env deploy/web -c none A=2')).toMatchObject({
    stderr: 'Warning: Deployment/web does not have any containers matching "none"\n',
    code: 0,
  })
})

test('lists variables with their values or the sources of their values', async () => {
  const list = (more: string) => sent(`set env deploy/web -c app --list --from=cm/settings --keys=b ${more}`.trim())
  expect((await list('')).stdout).toBe('# Deployment web, container app\nA=1\n# B from configmap settings, key b\n')
  expect((await list('--resolve')).stdout).toBe('# Deployment web, container app\nA=1\nB=2\n')
})

test('sets amounts in canonical form', async () => {
  const { spec } = await sent('set resources deploy/web -c=app --limits=cpu=1000m,memory=1024Mi')
  expect(spec?.containers[0]).toMatchObject({ resources: { limits: { cpu: '1', memory: '1Gi' } } })
  expect(await sent('set resources deploy/web -c=none --requests=cpu=1')).toMatchObject({
    stderr: 'error: unable to find container named none\n',
    code: 1,
  })
})

test('prints the changed object of a file with --local, with the fields that its Go type always has', async () => {
  const files = { 'web.json': JSON.stringify(web) }
  const { stdout } = await run('set sa -f web.json --local -o yaml robot', {}, 'k8s', files)
  expect(stdout).toContain('  creationTimestamp: null\n  name: web\n')
  expect(stdout).toContain('  strategy: {}\n  template:\n    metadata:\n      creationTimestamp: null\n')
  expect(stdout).toMatch(/ {8}resources: \{\}\n {6}serviceAccountName: robot\nstatus: \{\}\n$/)
  expect((await run('set image deploy/web a=b --local', {}, 'k8s')).stderr).toMatch(
    /^error: you must specify resources by --filename when --local is set\.\n/,
  )
})

test('records the command line with --record', async () => {
  const { stderr, requests } = await run('set image deploy/web app=app:2 --record -n default', answers, 'k8s')
  expect(stderr).toBe('Flag --record has been deprecated, --record will be removed in the future\n')
  const patch = requests.find(({ method }) => method === 'PATCH')
  expect(JSON.parse(String(patch?.body))).toMatchObject({
    metadata: {
      annotations: {
        'kubernetes.io/change-cause': 'kubectl set image deploy/web app=app:2 --record=true --namespace=default',
      },
    },
  })
  expect((await run('set image --help', {}, 'k8s')).stdout).not.toContain('--record')
})

test('names the object without a pod template in the error of --local', async () => {
  const files = { 'a.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}}' }
  expect((await run('set env -f a.json --local X=1', {}, 'k8s', files)).stderr).toBe(
    'error: configmap/a the object is not a pod or does not have a pod template: *v1.ConfigMap\n',
  )
})

test('refuses a pod template, which kubectl does not count to the kinds with one', async () => {
  const files = { 'a.json': '{"apiVersion":"v1","kind":"PodTemplate","metadata":{"name":"a"},"template":{"spec":{}}}' }
  expect((await run('set image -f a.json --local c=x', {}, 'k8s', files)).stderr).toBe(
    'error: podtemplate/a the object is not a pod or does not have a pod template: *v1.PodTemplate\n',
  )
})

test('puts a line break after the name of an object of a named group in the error of --local', async () => {
  const files = { 'a.json': '{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"a"}}' }
  expect((await run('set subject -f a.json --local --user=u', {}, 'k8s', files)).stderr).toBe(
    'error: role.rbac.authorization.k8s.io/a\n setting subjects is only supported for RoleBinding/ClusterRoleBinding\n',
  )
})

test.each([
  ['RoleBinding', ''],
  ['ClusterRoleBinding', 'error: serviceaccount must be <namespace>:<name>, namespace must be specified\n'],
])('set subject takes the namespace of the command line for a service account in a %s only', async (kind, stderr) => {
  const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: 'a' }, roleRef: {} }
  const files = { 'a.json': JSON.stringify(binding) }
  expect((await run('set subject -f a.json --local --serviceaccount=:b', {}, 'k8s', files)).stderr).toBe(stderr)
})

test('set selector changes the other objects of a file with an undecodable document, and set env changes none', async () => {
  const service = '{"apiVersion":"v1","kind":"Service","metadata":{"name":"a"},"spec":{}}'
  const bad = '{"apiVersion":"v1","kind":"Service","metadata":{"name":1}}'
  const files = { 'a.json': service + bad, 'b.json': JSON.stringify(web) + bad }
  const local = async (command: string) => await run(`set ${command} --local -o name`, {}, 'k8s', files)
  const failure = expect.stringContaining(
    'cannot unmarshal number into Go struct field ObjectMeta.metadata.name',
  ) as string
  expect(await local('selector -f a.json a=b')).toMatchObject({ stdout: 'service/a\n', stderr: failure })
  expect(await local('env -f b.json A=b')).toMatchObject({ stdout: '', stderr: failure })
})

test('refuses the name of an object with --local: set image says that it needs a file, set env and set sa do not', async () => {
  for (const line of ['set env cm/a A=1 --local', 'set sa cm/a b --local'])
    expect((await run(line, {}, 'k8s')).stderr).toContain(
      'You must provide one or more resources by argument or filename',
    )
  expect((await run('set image cm/a a=b --local', {}, 'k8s')).stderr).toContain(
    'you must specify resources by --filename',
  )
})

test('set sa has no selector, and set env refuses a selector with --from', async () => {
  expect((await sent('set sa deploy bot -l app=x')).stderr).toMatch(/^error: unknown shorthand flag: 'l' in -l\n/)
  expect((await sent('set env deploy -l app=x --from=cm/settings')).stderr).toBe(
    'error: selectors and the all flag cannot be used when passing resource/name arguments\n',
  )
})

test('lists no variables of a file with a value that the Go struct refuses', async () => {
  const files = { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: 5}\n' }
  const { stderr } = await run('set env -f a.yaml --local --list', {}, 'k8s', files)
  expect(stderr).toMatch(/^error: unable to decode "a.yaml": json: cannot unmarshal /)
})

test('refuses a custom resource, for which kubectl has no Go struct', async () => {
  const things = {
    resource: 'things',
    singularResource: 'thing',
    responseKind: { kind: 'Thing' },
    scope: 'Namespaced',
    verbs: ['get', 'list'],
  }
  const answers = {
    'GET /apis': () =>
      Response.json({
        kind: 'APIGroupDiscoveryList',
        items: [{ metadata: { name: 'x.io' }, versions: [{ version: 'v1', resources: [things] }] }],
      }),
    'GET /apis/x.io/v1/namespaces/default/things/a': () =>
      Response.json({ apiVersion: 'x.io/v1', kind: 'Thing', metadata: { name: 'a' } }),
    'GET /apis/x.io/v1/namespaces/default/things': () =>
      Response.json({ apiVersion: 'x.io/v1', kind: 'ThingList', items: [] }),
  }
  const refused = (kind: string) =>
    `error: no kind "${kind}" is registered for version "x.io/v1" in scheme "pkg/scheme/scheme.go:28"\n`
  expect((await run('set image thing/a c=d', answers, 'k8s')).stderr).toBe(refused('Thing'))
  expect((await run('set image things --all c=d', answers, 'k8s')).stderr).toBe(refused('ThingList'))
  expect((await run('rollout restart thing/a', answers, 'k8s')).stderr).toBe(refused('Thing'))
})

test('set env changes nothing when an object of a file cannot be read', async () => {
  const manifest = (name: string) => JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } })
  const answers = {
    'GET /api/v1/namespaces/default/configmaps/a': () => Response.json(JSON.parse(manifest('a'))),
    'GET /api/v1/namespaces/default/configmaps/b': failure(404, { reason: 'NotFound', message: 'no "b"' }),
  }
  const files = { 'a.json': `${manifest('a')}\n${manifest('b')}` }
  for (const line of ['set env -f a.json A=b', 'set env -f a.json --list'])
    expect((await run(line, answers, 'k8s', files)).stderr).toBe('Error from server (NotFound): no "b"\n')
})

test('set selector names the configuration before the second of its two faults', async () => {
  const { stderr } = await run('set selector svc s a=b --cluster=none', {}, 'k8s')
  expect(stderr).toBe('cluster "none" does not exist\ninvalid configuration: no server found for cluster "none"\n')
})

test('refuses to read variables and objects from the same standard input', async () => {
  const { stderr, code, requests } = await run('set env -f - -', answers, 'k8s')
  expect({ stderr, code }).toEqual({ stderr: 'error: standard input cannot be used for multiple arguments\n', code: 1 })
  expect(requests.filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('set env replaces all variables with the name, and keeps other variables that share a name', async () => {
  const env = ['A', 'B', 'A', 'B'].map((name, i) => ({ name, value: String(i) }))
  const doubled = { ...web, spec: { template: { spec: { containers: [{ name: 'app', image: 'app:1', env }] } } } }
  const own = { ...answers, [`GET ${WEB}`]: () => Response.json(doubled) }
  const { stdout } = await run('set env deploy/web A=9 C=1 C=2 --list', own, 'k8s')
  expect(stdout).toBe('# Deployment web, container app\nA=9\nB=1\nB=3\nC=1\n')
})

test('names all unreadable objects of files with --local, in their order', async () => {
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { containers } }
  const nope = (name: string) => ({ apiVersion: 'nope.io/v1', kind: 'Nope', metadata: { name } })
  const list = { apiVersion: 'v1', kind: 'List', items: [nope('a'), pod, nope('b')] }
  const files = { 'list.json': JSON.stringify(list), 'two.yaml': `${JSON.stringify(nope('c'))}\n---\n{bad\n` }
  const local = async (line: string) => (await run(`set ${line} --local`, {}, 'k8s', files)).stderr.split('\n')
  const item = expect.stringMatching(/^unable to get type info from the object/) as unknown
  const decoded = expect.stringMatching(/^unable to decode "two.yaml"/) as unknown
  const parsed = expect.stringMatching(/^error parsing two.yaml/) as unknown
  expect(await local('image -f list.json a=b')).toEqual([item, item, ''])
  expect(await local('image -f two.yaml a=b')).toEqual([decoded, parsed, ''])
  expect(await local('image -f list.json -f two.yaml a=b')).toEqual([item, decoded, parsed, ''])
  expect(await local('selector -f list.json -f two.yaml a=b')).toEqual([
    'setting a selector is only supported for Services',
    expect.stringMatching(/^\[unable to get .*, unable to decode .*, error parsing .*\]$/) as unknown,
    '',
  ])
})
