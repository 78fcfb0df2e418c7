import { expect, test } from 'vitest'
import { failure, run } from '../command-line.fixture.ts'

const SETS = 'GET /apis/apps/v1/namespaces/default/replicasets'
const REVISIONS = 'GET /apis/apps/v1/namespaces/default/controllerrevisions'
const AGENT = '/apis/apps/v1/namespaces/default/daemonsets/agent'
const WEB = '/apis/apps/v1/namespaces/default/deployments/web'
const ownerReferences = [{ uid: 'u', controller: true }]
const template = (image: string) => ({
  metadata: { labels: { app: 'a' }, annotations: {} },
  spec: { containers: [{ name: 'c', image }] },
})
const workload = (kind: string, name: string, image: string) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'default', uid: 'u' },
  spec: { selector: { matchLabels: { app: 'a' } }, template: template(image) },
})
const set = (number: number, annotations: object = {}) => ({
  metadata: {
    name: `web-${number}`,
    annotations: { 'deployment.kubernetes.io/revision': String(number), ...annotations },
    ownerReferences,
  },
  spec: { template: template(`x:${number}`) },
})
const revision = (number: number) => ({
  metadata: {
    name: `agent-${number}`,
    annotations: { 'kubernetes.io/change-cause': `cause ${number}` },
    ownerReferences,
  },
  data: { spec: { template: { $patch: 'replace', ...template(`x:${number}`) } } },
  revision: number,
})
const answers = {
  [`GET ${WEB}`]: () => Response.json(workload('Deployment', 'web', 'x:2')),
  [SETS]: () => Response.json({ items: [set(1), set(2, { 'kubernetes.io/change-cause': 'second' })] }),
  [`GET ${AGENT}`]: () => Response.json(workload('DaemonSet', 'agent', 'x:2')),
  [REVISIONS]: () => Response.json({ items: [revision(1), revision(2)] }),
}

test('prints the change cause of a deployment revision among the annotations of its pods', async () => {
  const { stdout, requests } = await run('rollout history deploy/web --revision=2', answers, 'k8s')
  expect(stdout).toContain('Labels:\tapp=a\n  Annotations:\tkubernetes.io/change-cause: second\n  Containers:')
  expect(requests.at(-1)?.url).toMatch(/\/replicasets\?labelSelector=app%3Da$/)
  expect((await run('rollout history deploy/web --revision=1', answers, 'k8s')).stdout).not.toContain('Annotations')
  expect((await run('rollout history deploy/web', answers, 'k8s')).stdout).toBe(
    'deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         second\n\n',
  )
  expect((await run('rollout history ds/agent --revision=1', answers, 'k8s')).stdout).not.toContain('cause 1')
})

test('prints a history as replica sets, or as the workload with its earlier template', async () => {
  const sets = await run('rollout history deploy/web -o name', answers, 'k8s')
  expect(sets.stdout).toBe('replicaset.apps/web-1\nreplicaset.apps/web-2\n')
  const unnamed = await run(['rollout', 'history', 'deploy/web', '-o', ''], answers, 'k8s')
  expect(unnamed.stdout).toBe(sets.stdout)
  const templated = await run('rollout history deploy/web --template={{.metadata.name}}', answers, 'k8s')
  expect(templated.stdout).toBe('web')
  const { stdout } = await run('rollout history ds/agent --revision=1 -o json', answers, 'k8s')
  const { containers } = template('x:1').spec
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'DaemonSet', spec: { template: { spec: { containers } } } })
  // kubectl prints revisions as Go structs, so the JSON has the order of the struct's fields.
  expect(stdout).toMatch(/^\{\s+"kind": "DaemonSet",\s+"apiVersion": "apps\/v1"/)
})

test('rolls a daemon set back and skips a rollback to the current template', async () => {
  const patched = { ...answers, [`PATCH ${AGENT}`]: () => Response.json(workload('DaemonSet', 'agent', 'x:1')) }
  expect((await run('rollout undo ds/agent', patched, 'k8s')).stdout).toBe('daemonset.apps/agent rolled back\n')
  const image = 'jsonpath={.spec.template.spec.containers[0].image}'
  const [before, printed] = await Promise.all([
    run(['get', 'ds/agent', '-o', image], patched, 'k8s'),
    run(['rollout', 'undo', 'ds/agent', '-o', image], patched, 'k8s'),
  ])
  // kubectl prints the object as it was before the rollback.
  expect(printed.stdout).toBe(before.stdout)
  expect(printed.stdout).not.toBe('x:1')
  expect((await run('rollout undo ds/agent --to-revision=2', answers, 'k8s')).stdout).toBe(
    'daemonset.apps/agent skipped rollback (current template already matches revision 2)\n',
  )
  expect((await run('rollout undo ds/agent --dry-run=client', answers, 'k8s')).stdout).toMatch(
    /^daemonset.apps\/agent will roll back to Pod Template:\n/,
  )
  const refused = { ...answers, [`PATCH ${AGENT}`]: failure(403, { reason: 'Forbidden', message: 'no' }) }
  expect((await run('rollout undo ds/agent', refused, 'k8s')).stderr).toBe('error: failed restoring revision 0: no\n')
})

test('refuses a restart within the second of another restart', async () => {
  const restarted = workload('Deployment', 'web', 'x')
  const metadata = { annotations: { 'kubectl.kubernetes.io/restartedAt': '1970-01-01T00:00:00Z' } }
  const spec = { ...restarted.spec, template: { ...restarted.spec.template, metadata } }
  const { stderr } = await run(
    'rollout restart deploy/web',
    {
      [`GET ${WEB}`]: () => Response.json({ ...restarted, spec }),
    },
    'k8s',
  )
  expect(stderr).toMatch(/^error: failed to create patch for web: if restart has already been triggered within /)
})

test('follows a rollout from the revision of a list, and reports that the object is deleted', async () => {
  const at = (resourceVersion: string, available: number) => ({
    ...workload('Deployment', 'web', 'x:2'),
    metadata: { name: 'web', namespace: 'default', resourceVersion, generation: 1 },
    spec: { replicas: 2 },
    status: { observedGeneration: 1, updatedReplicas: 2, replicas: 2, availableReplicas: available },
  })
  const list = (items: object[]) => Response.json({ metadata: { resourceVersion: '90' }, items })
  const finished = { type: 'MODIFIED', object: at('91', 2) }
  const rollout = {
    [`GET ${WEB}`]: () => Response.json(at('7', 0)),
    'GET /apis/apps/v1/namespaces/default/deployments': ({ url }: { readonly url: string }) =>
      url.includes('watch') ? new Response(`${JSON.stringify(finished)}\n`) : list([at('7', 1)]),
  }
  const { stdout, requests } = await run('rollout status deploy/web', rollout, 'k8s')
  expect(stdout).toBe(
    'Waiting for deployment "web" rollout to finish: 1 of 2 updated replicas are available...\n' +
      'deployment "web" successfully rolled out\n',
  )
  expect(requests.at(-1)?.url).toMatch(/watch=true.*&resourceVersion=90|resourceVersion=90.*&watch=true/)
  const deleted = { type: 'DELETED', object: at('91', 1) }
  const gone = {
    ...rollout,
    'GET /apis/apps/v1/namespaces/default/deployments': ({ url }: { readonly url: string }) =>
      url.includes('watch') ? new Response(`${JSON.stringify(deleted)}\n`) : list([at('7', 1)]),
  }
  expect((await run('rollout status deploy/web', gone, 'k8s')).stderr).toContain('object has been deleted')
})

test('names the attempted action before the fault of a refused request', async () => {
  const refused = failure(403, { reason: 'Forbidden', message: 'no' })
  const stderr = async (line: string, more: object) => (await run(line, { ...answers, ...more }, 'k8s')).stderr
  const lists = { [SETS]: refused, [REVISIONS]: refused }
  expect(await stderr('rollout history deploy/web', lists)).toBe(
    'error: failed to retrieve replica sets from deployment web: no\n',
  )
  expect(await stderr('rollout undo ds/agent', lists)).toBe(
    'error: unable to find history controlled by DaemonSet agent: no\n',
  )
  expect(await stderr('rollout restart deploy/web', { [`PATCH ${WEB}`]: refused })).toBe('error: failed to patch: no\n')
})
