import { expect, test } from 'vitest'
import { discoveryOf, run } from '../command-line.fixture.ts'

const made = (line: string) => run(`run ${line} --dry-run=client -o yaml`, {}, 'k8s')

test('creates a pod and its service', async () => {
  const { stdout } = await made('web --image=nginx --port=80 --expose -n shop')
  const [service = '', between, pod = ''] = stdout.split('---\n')
  expect(between).toBe('')
  expect(service).toContain('kind: Service\n')
  expect(service).toContain('  namespace: shop\n')
  expect(service).toContain('  - port: 80\n    protocol: TCP\n    targetPort: 80\n  selector:\n    run: web\n')
  expect(pod).toContain('  - image: nginx\n    name: web\n    ports:\n    - containerPort: 80\n')
})

test('applies --overrides to the generated object', async () => {
  expect((await made('web --image=nginx --overrides={"spec":{"nodeName":"n1"}}')).stdout).toContain('  nodeName: n1\n')
  expect((await made('web --image=nginx --overrides={"spec":{"unknown":1}}')).stdout).not.toContain('unknown')
  const replaced = '--override-type=json --overrides=[{"op":"replace","path":"/spec/restartPolicy","value":"Never"}]'
  expect((await made(`web --image=nginx ${replaced}`)).stdout).toContain('  restartPolicy: Never\n')
  expect((await made('web --image=nginx --overrides=x')).stderr).toBe('error: Invalid JSON Patch\n')
  expect((await made('web --image=nginx --overrides=5')).stderr).toBe('error: Invalid JSON Patch\n')
  const untyped = "error: couldn't get version/kind; json parse error: json: cannot unmarshal "
  expect((await made('web --image=nginx --overrides=[]')).stderr).toContain(
    `${untyped}array into Go value of type struct`,
  )
  expect((await made('web --image=nginx --overrides={"apiVersion":1}')).stderr).toBe(
    `${untyped}number into Go struct field .apiVersion of type string\n`,
  )
  expect((await made('web --image=nginx --overrides=true --override-type=json')).stderr).toBe(
    'error: json: cannot unmarshal bool into Go value of type jsonpatch.Patch\n',
  )
})

test('refuses invalid flags, and accepts image names with a tag or a digest', async () => {
  const hint = "\nSee 'kubectl run -h' for help and examples\n"
  const refusals = {
    'web --image=Nginx:?': 'Invalid image name "Nginx:?": invalid reference format\n',
    'web --image=x --restart=Sometimes': `invalid restart policy: Sometimes${hint}`,
    'web --image=x --expose': `--port must be set when exposing a service${hint}`,
    'web --image=x -t': `-i/--stdin is required for containers with -t/--tty=true${hint}`,
    'web --image=x --rm': `--rm should only be used for attached containers${hint}`,
    'web --image=x --labels=a': 'unexpected label spec: a\n',
    'web --image=x --env=1': 'invalid env: 1\n',
    'web --image=x --env=1A=b': 'invalid env: 1A=b\n',
    'web --image=x --port=x': 'strconv.Atoi: parsing "x": invalid syntax\n',
  }
  for (const [line, text] of Object.entries(refusals)) expect((await made(line)).stderr).toBe(`error: ${text}`)
  for (const image of ['nginx:1.2', 'r.example.com:5000/a/b_c@sha256:'.padEnd(70, 'a')])
    expect((await made(`web --image=${image}`)).code).toBe(0)
})

test('saves the configuration in the order of the Go struct', async () => {
  const { stdout } = await run(
    'create configmap a --from-literal=k=v --save-config --dry-run=client -o yaml',
    {},
    'k8s',
  )
  expect(stdout).toContain(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","creationTimestamp":null},"data":{"k":"v"}}',
  )
})

test('an empty --restart means Always', async () => {
  expect((await made('web --image=x --restart=')).stdout).toContain('  restartPolicy: Always\n')
})

test('sends an object with another kind in its overrides as a pod', async () => {
  const overrides = '--overrides={"kind":"ConfigMap"}'
  const answers = { 'GET /api': discoveryOf('', ['Pod', 'ConfigMap'], ['create']) }
  const { requests } = await run(`run web --image=nginx ${overrides}`, answers, 'k8s')
  expect(requests.at(-1)?.url).toContain('/api/v1/namespaces/default/pods')
})
