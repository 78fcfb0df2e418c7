import { CONFIG_MAPS, DEFINITIONS, type Answer, type Attack, type Target } from '../attack.ts'

/** Numbers of values just below the limit of one body, and far above it. */
const MANY = 58_000
const TOO_MANY = 1_000_000

const repeated = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join()
const answered = ({ status }: Answer): string => (status < 500 ? 'answered' : `status ${status}`)

const PODS = '/api/v1/namespaces/default/pods?dryRun=All'
const json = { 'content-type': 'application/json' }
const podWith = (container: string, spec = ''): string =>
  `{"metadata":{"name":"many"},"spec":{"containers":[${container}]${spec}}}`

const create = (name: string, url: string, text: () => string): Attack => ({
  name: `many values: ${name}`,
  expected: 'answered',
  run: async ({ send }) => answered(await send('POST', url, { headers: json, body: text() })),
})

const customResource = (): string => {
  const properties = `{${repeated(MANY / 4, (i) => `"p${i}":{"type":"string"}`)}}`
  const schema = `{"openAPIV3Schema":{"type":"object","properties":${properties}}}`
  const names = '{"plural":"wides","singular":"wide","kind":"Wide","listKind":"WideList"}'
  const versions = `[{"name":"v1","served":true,"storage":true,"schema":${schema}}]`
  return `{"metadata":{"name":"wides.x.io"},"spec":{"group":"x.io","scope":"Cluster","names":${names},"versions":${versions}}}`
}

async function apply({ send }: Target, manager: string, value: string): Promise<Answer> {
  const data = repeated(MANY / 2, (i) => `"k${i}":"${value}"`)
  const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"wide"},"data":{${data}}}`
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  return send('PATCH', `${CONFIG_MAPS}/wide?fieldManager=${manager}`, { headers, body })
}

export const manyValues: readonly Attack[] = [
  create('annotations', `${CONFIG_MAPS}?dryRun=All`, () => {
    return `{"metadata":{"name":"many","annotations":{${repeated(MANY, (i) => `"a${i}":""`)}}}}`
  }),
  create('data', `${CONFIG_MAPS}?dryRun=All`, () => {
    return `{"metadata":{"name":"many"},"data":{${repeated(MANY, (i) => `"a${i}":""`)}}}`
  }),
  create('containers without a name', PODS, () => podWith(repeated(MANY / 2, () => '{}'))),
  create('variables', PODS, () =>
    podWith(`{"name":"c","image":"i","env":[${repeated(MANY / 3, (i) => `{"name":"e${i}","value":"b"}`)}]}`),
  ),
  create('tolerations', PODS, () =>
    podWith('{"name":"c","image":"i"}', `,"tolerations":[${repeated(MANY / 2, () => '{}')}]`),
  ),
  create('ports', '/api/v1/namespaces/default/services?dryRun=All', () => {
    return `{"metadata":{"name":"many"},"spec":{"ports":[${repeated(MANY / 3, (i) => `{"name":"a${i}","port":${i}}`)}]}}`
  }),
  create('a definition', `${DEFINITIONS}?dryRun=All`, customResource),
  {
    name: 'many values: an apply, and its conflicts',
    expected: 'answered, answered',
    async run(target) {
      const answers = [await apply(target, 'first', ''), await apply(target, 'second', 'x')]
      await target.send('DELETE', `${CONFIG_MAPS}/wide`)
      return answers.map(answered).join(', ')
    },
  },
  {
    name: 'a million values',
    expected: '413, 413',
    async run({ send }) {
      const list = `{"x":[${repeated(TOO_MANY, () => '{}')}]}`
      const lists = [json, { 'content-type': 'application/merge-patch+json' }]
      const methods = ['POST', 'PATCH']
      const urls = [CONFIG_MAPS, `${CONFIG_MAPS}/kube-root-ca.crt`]
      const answers = await Promise.all(
        lists.map((headers, i) => send(methods[i] ?? '', urls[i] ?? '', { headers, body: list })),
      )
      return answers.map(({ status }) => status).join(', ')
    },
  },
  {
    name: 'selectors of many terms',
    expected: '400, 400, 400',
    async run({ send }) {
      const selectors = [
        `labelSelector=${'a,'.repeat(400_000)}a`,
        `labelSelector=${'!a,'.repeat(2000)}a`,
        `fieldSelector=${'metadata.name=a,'.repeat(50_000)}`,
      ]
      const answers: number[] = []
      for (const selector of selectors) answers.push((await send('GET', `${CONFIG_MAPS}?${selector}`)).status)
      return answers.join(', ')
    },
  },
]
