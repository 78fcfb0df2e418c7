import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

const made = (line: string | readonly string[], format = 'yaml') =>
  run([...(typeof line === 'string' ? line.split(' ') : line), '--dry-run=client', '-o', format], {}, 'k8s')

test('a quota limits amounts in canonical form', async () => {
  const { stdout } = await made('create quota q --hard=cpu=1000m,memory=2048Mi,pods=3 --scopes=BestEffort,Terminating')
  expect(stdout).toBe(
    [
      'apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  creationTimestamp: null\n  name: q\nspec:',
      '  hard:\n    cpu: "1"\n    memory: 2Gi\n    pods: "3"',
      '  scopes:\n  - BestEffort\n  - Terminating\nstatus: {}\n',
    ].join('\n'),
  )
  expect((await made('create resourcequota q')).stdout).toContain('spec: {}\nstatus: {}\n')
  expect((await made('create quota q --hard=pods')).stderr).toBe(
    'error: Invalid argument syntax pods, expected <resource>=<value>\n',
  )
  expect((await made('create quota q --hard=pods=x')).stderr).toContain('error: quantities must match the regular ')
  expect((await made('create quota q --scopes=a,')).stderr).toBe('error: invalid resource quota scope ""\n')
})

test('a disruption budget selects pods and has a number or a percentage', async () => {
  const { stdout } = await made(['create', 'pdb', 'b', '--selector=tier notin (c, b),app=web,x', '--min-available=50%'])
  expect(stdout).toContain('  minAvailable: 50%\n')
  expect(stdout).toContain(
    '    - key: tier\n      operator: NotIn\n      values:\n      - b\n      - c\n    - key: x\n      operator: Exists\n    matchLabels:\n      app: web\n',
  )
  expect((await made('create pdb b --selector=a=b --max-unavailable=1')).stdout).toContain('  maxUnavailable: 1\n')
  const refusals = {
    '--min-available=1': 'a selector must be specified',
    '--selector=a': 'one of min-available or max-unavailable must be specified',
    '--selector=a --min-available=1 --max-unavailable=1': 'min-available and max-unavailable cannot be both specified',
    '--selector=a --min-available=10Gi': 'invalid format specified for min-available',
    '--selector=a!=b --min-available=1': '"!=" is not a valid label selector operator',
  }
  for (const [flags, text] of Object.entries(refusals))
    expect((await made(`create pdb b ${flags}`)).stderr).toBe(`error: ${text}\n`)
})

test('a global default priority class has no namespace', async () => {
  const { stdout } = await made('create priorityclass high --value=1000 --global-default -n x')
  expect(stdout).toBe(
    'apiVersion: scheduling.k8s.io/v1\nglobalDefault: true\nkind: PriorityClass\nmetadata:\n  creationTimestamp: null\n  name: high\npreemptionPolicy: PreemptLowerPriority\nvalue: 1000\n',
  )
})

test('an ingress has one rule for each host and one entry for each secret', async () => {
  const rules = ['a.com/x=one:80,tls=s', 'a.com/y*=two:web', 'b.com/=one:80,tls=s', '/=one:80,tls']
  const { stdout } = await made(['create', 'ing', 'i', ...rules.map((each) => `--rule=${each}`), '--class=c'], 'json')
  const path = (service: string, port: object, path: string, pathType: string) => ({
    backend: { service: { name: service, port } },
    path,
    pathType,
  })
  expect(JSON.parse(stdout)).toMatchObject({
    spec: {
      ingressClassName: 'c',
      rules: [
        {
          host: 'a.com',
          http: { paths: [path('one', { number: 80 }, '/x', 'Exact'), path('two', { name: 'web' }, '/y', 'Prefix')] },
        },
        { host: 'b.com', http: { paths: [path('one', { number: 80 }, '/', 'Exact')] } },
        { http: { paths: [path('one', { number: 80 }, '/', 'Exact')] } },
      ],
      tls: [{ hosts: ['a.com', 'b.com'], secretName: 's' }],
    },
  })
  expect((await made('create ingress i --rule=a.com=one:80')).stderr).toBe(
    'error: rule a.com=one:80 is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]\n',
  )
  expect((await made('create ingress i')).stderr).toContain('error: not enough information provided: every ingress')
  expect((await made('create ingress i --default-backend=s --annotation=a')).stderr).toContain(
    'annotation a is invalid',
  )
})

test.each([
  [
    'configmap c --from-literal=a=b --from-env-file=x',
    'from-env-file cannot be combined with from-file or from-literal',
  ],
  [
    'configmap c --from-literal=a=b --from-literal=a=c',
    'cannot add key "a", another key by that name already exists in Data for ConfigMap "c"',
  ],
  [
    'secret generic s --from-literal=a=b --from-literal=a=c',
    'cannot add key a, another key by that name already exists',
  ],
  ['configmap c --from-file==x', 'key name for file path x missing'],
  ['configmap c --from-file=k=', 'file path for key name k missing'],
])('create %s is refused', async (line, message) => {
  expect((await made(`create ${line}`)).stderr).toBe(`error: ${message}\n`)
})

test('a role with a special verb accepts resources that discovery does not list', async () => {
  const { stdout } = await made(
    'create clusterrole r --verb=impersonate --resource=users,groups,users --resource-name=ada',
  )
  expect(stdout).toContain(
    'rules:\n- apiGroups:\n  - ""\n  resourceNames:\n  - ada\n  resources:\n  - users\n  - groups\n  verbs:\n  - impersonate\n',
  )
  const extras = await made('create role r --verb=impersonate --resource=userextras.authentication.k8s.io/scopes')
  expect(extras.stdout).toContain('  - authentication.k8s.io\n  resources:\n  - userextras/scopes\n')
})

test('a role accepts all resources of a group, and no resource without a name', async () => {
  expect((await made('create role r --verb=get --resource=*.apps')).stdout).toContain(
    "  - apps\n  resources:\n  - '*'\n",
  )
  expect((await made('create role r --verb=get --resource=/log')).stderr).toBe(
    'error: resource must be specified if apiGroup/subresource specified\n',
  )
  expect((await made('create role r --verb=bind --resource=cm')).stderr).toBe(
    "error: can not perform 'bind' on 'configmaps' in group ''\n",
  )
  expect((await made('create role r --verb=get --resource=users')).stderr).toContain('resource type "users"')
})

test('a role warns about verbs that resources do not have', async () => {
  const { stderr } = await made('create role r --verb=approve,proxy --resource=cm')
  expect(stderr).toBe("Warning: 'approve' is not a standard resource verb\n")
})

test('a role names a resource without its empty subresource, and keeps an empty verb', async () => {
  const { stdout } = await made('create role r --verb=,get --resource=configmaps/', 'jsonpath={.rules}')
  expect(JSON.parse(stdout)).toEqual([{ apiGroups: [''], resources: ['configmaps'], verbs: ['', 'get'] }])
})

test('a container whose image has dots or underscores gets dashes and a random suffix', async () => {
  const name = async (image: string) =>
    (await made(`create deploy d --image=${image}`, 'jsonpath={.spec.template.spec.containers[*].name}')).stdout
  expect(await name('r.io:5000/a_b/c.d:1')).toBe('c-d-bbbbb')
  expect(await name('r.io:5000/a_b/cd:1.2')).toBe('cd')
})

test('a service keeps a negative node port', async () => {
  const { stdout } = await made('create svc nodeport s --tcp=80 --node-port=-1', 'jsonpath={.spec.ports[0].nodePort}')
  expect(stdout).toBe('-1')
})

test('a secret of a certificate is checked before it is sent', async () => {
  const pem = (type: string) => `-----BEGIN ${type}-----\nMAA=\n-----END ${type}-----\n`
  const files = { cert: pem('CERTIFICATE'), key: pem('PRIVATE KEY') }
  const { stderr, requests } = await run('create secret tls t --cert=cert --key=cert', {}, 'k8s', files)
  expect(stderr).toBe('error: tls: found a certificate rather than a key in the PEM for the private key\n')
  expect(requests).toEqual([])
})

test.each([
  ['--restart=', 'OnFailure'],
  ['--restart=Never', 'Never'],
])('create cronjob %s makes Pods with the policy %s', async (flag, policy) => {
  const { stdout } = await made(`create cronjob c --image=i --schedule=@daily ${flag}`)
  expect(stdout).toContain(`          restartPolicy: ${policy}\n`)
})

test('only the fault of the request names what could not be created, not the fault of a template', async () => {
  const words = [...'create cm a --from-literal=k=v -o'.split(' '), 'go-template={{.data.k.x}}']
  const configMap = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { k: 'v' } }
  const answers = { 'POST /api/v1/namespaces/default/configmaps': () => Response.json(configMap) }
  const printed = await run(words, answers, 'k8s')
  expect(printed.stderr).toMatch(/^error: error executing template "\{\{\.data\.k\.x\}\}": /)
  expect((await run(words, {}, 'k8s')).stderr).toMatch(/^error: failed to create configmap: /)
})

test.each([
  ['80:-1', 'must be between 1 and 65535, inclusive'],
  ['80:-a', 'must not begin or end with a hyphen'],
  ['80:99999999999999999999', 'must be no more than 15 characters,must contain at least one letter (a-z)'],
])('refuses the ports %s of a service', async (ports, fault) => {
  expect((await made(`create svc clusterip s --tcp=${ports}`)).stderr).toBe(`error: ${fault}\n`)
})

test.each([
  ['-5', '{"number":-5}'],
  ['+80', '{"number":80}'],
  ['0', '{}'],
  ['99999999999999999999', '{"name":"99999999999999999999"}'],
])('reads the port %s of an ingress as Go reads integers', async (port, printed) => {
  const words = ['create', 'ing', 'i', `--default-backend=s:${port}`]
  expect((await made(words, 'jsonpath={.spec.defaultBackend.service.port}')).stdout).toBe(printed)
})
