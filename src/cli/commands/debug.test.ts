import { expect, test } from 'vitest'
import { discoveryOf, failure, run } from '../command-line.fixture.ts'

const refused = async (line: string): Promise<string> => (await run(`debug ${line}`, {}, 'k8s')).stderr

test('flags that exclude each other, need another flag or have an invalid value are refused', async () => {
  const refusals = {
    p: 'you must specify --image when not using --copy-to.',
    'p --image=b --profile=x': 'unknown profile: x',
    'p --image=Nginx:?': 'invalid image name "Nginx:?": invalid reference format',
    '--image=b': 'NAME or filename is required for debug',
    'p --replace --image=b': '--replace may only be used with --copy-to.',
    'p --set-image=a=b': '--set-image may only be used with --copy-to.',
    'p --copy-to=q': 'you must specify --image, --set-image or command arguments.',
    'p --copy-to=q --image=b --target=a': '--target is incompatible with --copy-to. Use --share-processes instead.',
    'p --image=b -t': '-i/--stdin is required for containers with -t/--tty=true',
    'p --image=b --image-pull-policy=Often': 'invalid image pull policy: Often',
  }
  for (const [line, text] of Object.entries(refusals)) expect(await refused(line)).toBe(`error: ${text}\n`)
})

const web = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', labels: { app: 'web' }, annotations: { note: 'x' } },
  spec: { nodeName: 'n1', containers: [{ name: 'web', image: 'nginx', args: ['a'], livenessProbe: {} }] },
}

interface Given {
  readonly pod?: unknown
  readonly variable?: string
  readonly files?: Readonly<Record<string, string>>
}

async function sent(line: string, { pod = web, variable = '', files = {} }: Given = {}) {
  const echo = ({ body = '' }) => Response.json({ ...(JSON.parse(body) as object), kind: 'Pod', apiVersion: 'v1' })
  const { requests, stdout, stderr } = await run(
    `${variable}debug -n shop ${line}`,
    {
      'GET /api': discoveryOf('', ['Pod', 'Node']),
      'GET /api/v1/namespaces/shop/pods/web': () => Response.json(pod),
      'GET /api/v1/nodes/n1': () => Response.json({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } }),
      'GET /api/v1/namespaces/shop/pods/gone': failure(404, { reason: 'NotFound', message: 'pods "gone" not found' }),
      'PATCH /api/v1/namespaces/shop/pods/web/ephemeralcontainers': echo,
      'POST /api/v1/namespaces/shop/pods': echo,
      'DELETE /api/v1/namespaces/shop/pods/web': echo,
    },
    'k8s',
    files,
  )
  const changes = requests.filter(({ method }) => method !== 'GET')
  return { stdout, stderr, changes, body: JSON.parse(changes[0]?.body ?? 'null') as unknown }
}

test('a pod gets one more ephemeral container', async () => {
  const { stdout, body } = await sent('web --image=busybox --profile=netadmin --env=A=b')
  expect(stdout).toBe('Defaulting debug container name to debugger-bbbbb.\n')
  expect(body).toEqual({
    spec: {
      '$setElementOrder/ephemeralContainers': [{ name: 'debugger-bbbbb' }],
      ephemeralContainers: [
        {
          name: 'debugger-bbbbb',
          image: 'busybox',
          env: [{ name: 'A', value: 'b' }],
          terminationMessagePolicy: 'File',
          securityContext: { capabilities: { add: ['NET_ADMIN', 'NET_RAW'] } },
        },
      ],
    },
  })
})

test('a copy has another name and no node, and can replace the original', async () => {
  const { changes, body } = await sent('web --copy-to=copy --replace -c web --image=busybox -- sh')
  expect(changes.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  expect(body).toMatchObject({ metadata: { name: 'copy', annotations: { note: 'x' } } })
  expect(body).toHaveProperty('spec', {
    containers: [{ name: 'web', image: 'busybox', command: ['sh'], livenessProbe: {} }],
  })
  const general = (await sent('web --copy-to=copy --set-image=*=b --image=c -c more --profile=general')).body
  expect(general).toHaveProperty('spec.containers.0', { name: 'web', image: 'b', args: ['a'] })
  expect(general).toHaveProperty('spec.shareProcessNamespace', true)
})

test('a node gets a debugging pod that shares its namespaces and file system', async () => {
  const { stdout, body } = await sent('node/n1 --image=busybox')
  expect(stdout).toBe('Creating debugging pod node-debugger-n1-bbbbb with container debugger on node n1.\n')
  expect(body).toMatchObject({
    spec: { nodeName: 'n1', hostPID: true, containers: [{ volumeMounts: [{ mountPath: '/host' }] }] },
  })
})

test('a missing pod is reported', async () => {
  expect((await sent('gone --image=b')).stderr).toBe('Error from server (NotFound): pods "gone" not found\n')
})

const withDebuggerNamed = (name: string) => ({
  ...web,
  spec: { ...web.spec, ephemeralContainers: [{ name, image: 'old', securityContext: { privileged: true } }] },
})

test('a profile changes the first container with the name of the new one', async () => {
  const { body } = await sent('web --image=new -c old --profile=baseline', { pod: withDebuggerNamed('old') })
  expect(body).toEqual({
    spec: {
      '$setElementOrder/ephemeralContainers': [{ name: 'old' }, { name: 'old' }],
      ephemeralContainers: [
        { name: 'old', securityContext: null },
        { name: 'old', image: 'new', terminationMessagePolicy: 'File' },
      ],
    },
  })
})

test('a custom profile needs a variable of the environment, a readable file, and only fields that it may set', async () => {
  const variable = 'KUBECTL_DEBUG_CUSTOM_PROFILE=true '
  const refusal = async (text?: string): Promise<string> => {
    const files: Record<string, string> = text === undefined ? {} : { 'c.json': text }
    return (await sent('web --image=b --custom=c.json', { variable, files })).stderr
  }
  expect((await sent('web --image=b --custom=c.json')).stderr).toContain('unknown flag: --custom')
  expect(await refusal()).toContain('must pass a container spec json file for custom profile: open c.json')
  expect(await refusal('{')).toContain('c.json does not contain a valid container spec: ')
  expect(await refusal('[]')).toContain(
    'c.json does not contain a valid container spec: json: cannot unmarshal array into',
  )
  expect(await refusal('{"image":"x"}')).toBe(
    'error: name, command, image, lifecycle and volume devices are not modifiable via custom profile\n',
  )
})
