import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { dialects } from '../dialect/dialect.ts'
import { noteEmpty } from '../api/given-empty.ts'
import { buildCatalog } from './catalog.ts'

const catalog = buildCatalog({ dialect: dialects.k8s, runtimeConfig: { 'api/all': true } })

/** The validation errors of a new or changed object. */
async function errors(storage: string, object: JsonObject, old?: JsonObject, subresource = ''): Promise<string[]> {
  const resource = catalog.stored(storage)
  if (resource === undefined) throw new Error(`Name a kind that is served instead of ${storage}`)
  const { behaviour } = await catalog.resolve(resource)
  const whole = (spec: JsonObject): ApiObject => ({ metadata: { name: 'a', namespace: 'n' }, ...spec })
  const found =
    old === undefined
      ? behaviour.validate?.(whole(object))
      : behaviour.validateUpdate?.(whole(object), whole(old), subresource)
  return (found ?? []).map(({ field, message }) => `${field}: ${message}`)
}

const volume = (spec: JsonObject): JsonObject => ({
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
})
const nodes = (key: string): JsonObject => ({
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] },
})

describe('persistent volumes', () => {
  it('report the missing nodes of a local disk after its path', async () => {
    expect(await errors('persistentvolumes', volume({ local: { path: '' } }))).toEqual([
      'spec.local.path: Required value',
      'spec.nodeAffinity: Required value: Local volume requires node affinity',
    ])
  })

  it('accept a flexible volume together with another source', async () => {
    const found = await errors('persistentvolumes', volume({ hostPath: { path: '/a' }, flexVolume: { driver: 'd' } }))
    expect(found).toEqual([])
  })

  it('may replace a node label by its newer name, and change nothing else of their nodes', async () => {
    const disk = (key: string): JsonObject => volume({ local: { path: '/a' }, nodeAffinity: nodes(key) })
    const old = disk('failure-domain.beta.kubernetes.io/zone')
    expect(await errors('persistentvolumes', disk('topology.kubernetes.io/zone'), old)).toEqual([])
    const [first] = await errors('persistentvolumes', disk('topology.kubernetes.io/region'), old)
    expect(first).toContain('field is immutable, except for updating from beta label to GA')
  })

  it('may gain a secret for expansion once', async () => {
    const csi = (secret?: JsonObject): JsonObject =>
      volume({ csi: { driver: 'd', volumeHandle: 'h', ...(secret && { controllerExpandSecretRef: secret }) } })
    const secret = { name: 's', namespace: 'n' }
    expect(await errors('persistentvolumes', csi(secret), csi())).toEqual([])
    expect(await errors('persistentvolumes', csi({ ...secret, name: 't' }), csi(secret))).toHaveLength(1)
  })
})

describe('claims', () => {
  const claim = (storageClassName?: string, annotations: JsonObject = {}): JsonObject => ({
    metadata: { name: 'a', namespace: 'n', annotations },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...(storageClassName !== undefined && { storageClassName }),
    },
  })
  const annotated = { 'volume.beta.kubernetes.io/storage-class': 'x' }

  it('may move their class from the annotation to the field', async () => {
    expect(await errors('persistentvolumeclaims', claim('x'), claim(undefined, annotated))).toEqual([])
    expect(await errors('persistentvolumeclaims', claim('y', annotated), claim(undefined, annotated))).toHaveLength(1)
    const [first] = await errors('persistentvolumeclaims', claim(undefined, annotated), claim())
    expect(first).toMatch(/^metadata\.annotations\.volume\.beta\.kubernetes\.io\/storage-class: Invalid value: "x"/)
  })
})

const job = (spec: JsonObject, pod: JsonObject = {}): JsonObject => ({
  spec: {
    parallelism: 2,
    completions: 2,
    completionMode: 'Indexed',
    manualSelector: true,
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { a: 'b' } },
      spec: { restartPolicy: 'Never', dnsPolicy: 'Default', containers: [container], ...pod },
    },
    ...spec,
  },
})
const container = { name: 'c', image: 'i', imagePullPolicy: 'Always', terminationMessagePolicy: 'File' }

describe('jobs', () => {
  it('may grow when completions and parallelism stay equal', async () => {
    const fault = 'spec.completions: Invalid value: 3: can only be modified in tandem with spec.parallelism'
    expect(await errors('batch/jobs', job({ completions: 3 }), job({}))).toEqual([fault])
    expect(await errors('batch/jobs', job({ completions: 3, parallelism: 3 }), job({}))).toEqual([])
  })

  it('may change their scheduling fields while they are suspended', async () => {
    const elsewhere = { nodeSelector: { a: 'b' }, affinity: { nodeAffinity: {} } }
    expect(await errors('batch/jobs', job({}, elsewhere), job({ suspend: true }))).toEqual([])
    expect(await errors('batch/jobs', job({}, elsewhere), job({}))).toHaveLength(1)
    const other = { affinity: { podAffinity: {} } }
    expect(await errors('batch/jobs', job({}, other), job({ suspend: true }))).toHaveLength(1)
  })

  it('refuse a terminated pod that their status counts twice', async () => {
    const status = { uncountedTerminatedPods: { succeeded: ['u'], failed: ['u'] } }
    expect(await errors('batch/jobs', { ...job({}), status }, job({}), 'status')).toEqual([
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "u"',
    ])
  })

  it('meet success criteria only with an index and a policy, and never lose them', async () => {
    const met = (...types: readonly string[]): JsonObject => ({
      status: { conditions: types.map((type) => ({ type, status: 'True' })) },
    })
    const plain = job({ completionMode: 'NonIndexed' })
    const faults = await errors('batch/jobs', { ...plain, ...met('SuccessCriteriaMet', 'Failed') }, plain, 'status')
    expect(faults).toEqual([
      'status.conditions: Invalid value: cannot set SuccessCriteriaMet to NonIndexed Job',
      'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions',
      'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True for Job without SuccessPolicy',
    ])
    const indexed = job({
      completionMode: 'Indexed',
      completions: 1,
      successPolicy: { rules: [{ succeededCount: 1 }] },
    })
    const [before, complete] = [
      { ...indexed, ...met('SuccessCriteriaMet') },
      { ...indexed, ...met('Complete') },
    ]
    expect(await errors('batch/jobs', before, indexed, 'status')).toEqual([])
    expect(await errors('batch/jobs', complete, before, 'status')).toEqual([
      'status.conditions: Invalid value: cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True',
      'status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition',
    ])
    expect(await errors('batch/jobs', before, complete, 'status')).toEqual([
      'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions',
    ])
  })
})

describe('cron jobs', () => {
  const cron = (spec: JsonObject, template: JsonObject = {}): JsonObject => {
    const { manualSelector: _manual, selector: _selector, ...rest } = job({})['spec'] as JsonObject
    const jobTemplate = { spec: { ...rest, ...template } }
    return { spec: { schedule: '* * * * *', concurrencyPolicy: 'Allow', jobTemplate, ...spec } }
  }

  it.each([
    ['UTC', 0],
    ['Europe/Berlin', 0],
    ['US/Pacific', 0],
    ['utc', 1],
    ['europe/berlin', 1],
    ['../x', 1],
    ['Local', 1],
    ['local', 2],
  ])('treat the time zone %s as a file name', async (timeZone, faults) => {
    expect(await errors('batch/cronjobs', cron({ timeZone }))).toHaveLength(faults)
  })

  it('report an unknown time zone in the schedule before they refuse any time zone there', async () => {
    const found = await errors('batch/cronjobs', cron({ schedule: 'CRON_TZ=Bad * * * * *' }))
    expect(found[0]).toContain('provided bad location Bad: unknown time zone Bad')
    expect(found[1]).toContain('cannot use TZ or CRON_TZ in schedule')
  })

  it('end the time zone in the schedule at a space', async () => {
    const found = await errors('batch/cronjobs', cron({ schedule: 'TZ=UTC\t* * * * *' }))
    expect(found[0]).toContain('provided bad location UTC\t*: unknown time zone UTC\t*')
    expect(await errors('batch/cronjobs', cron({ schedule: 'TZ=UTC  @hourly ' }))).toHaveLength(1)
  })

  it.each(['/etc/x', '\\\\x', '../x', 'a..b'])('refuse the path %s as a time zone in the schedule', async (zone) => {
    const [found] = await errors('batch/cronjobs', cron({ schedule: `TZ=${zone} * * * * *` }))
    expect(found).toContain(`provided bad location ${zone}: time: invalid location name`)
  })

  it('refuse a selector, because the server generates it', async () => {
    const [first] = await errors('batch/cronjobs', cron({}, { selector: { matchLabels: { a: 'b' } } }))
    expect(first).toContain('`selector` will be auto-generated')
  })
})

describe('services', () => {
  const service = (spec: JsonObject, annotations: JsonObject = {}): JsonObject => ({
    metadata: { name: 'a', namespace: 'n', annotations },
    spec: {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }],
      ...spec,
    },
  })

  it('check the source ranges and the topology mode in annotations', async () => {
    const ranges = 'service.beta.kubernetes.io/load-balancer-source-ranges'
    const [older, newer] = ['service.kubernetes.io/topology-aware-hints', 'service.kubernetes.io/topology-mode']
    const annotations = { [ranges]: '10.0.0.0/8, x', [older]: 'a', [newer]: 'b' }
    expect((await errors('services', service({}, annotations))).map((text) => text.split(': ')[0])).toEqual([
      `metadata.annotations[${newer}]`,
      `metadata.annotations[${ranges}]`,
      `metadata.annotations[${ranges}]`,
    ])
  })

  it('report a load balancer class of a ClusterIP service twice on an update', async () => {
    expect(await errors('services', service({ loadBalancerClass: 'a/b' }), service({}))).toHaveLength(2)
  })
})

describe('templates on the host network', () => {
  it('may leave host ports to their pods', async () => {
    const on = (ports: JsonObject): JsonObject =>
      job({}, { hostNetwork: true, containers: [{ ...container, ports: [{ protocol: 'TCP', ...ports }] }] })
    expect(await errors('batch/jobs', on({ containerPort: 80 }))).toEqual([])
    expect(await errors('batch/jobs', on({ containerPort: 80, hostPort: 81 }))).toEqual([
      'spec.template.spec.containers[0].ports[0].hostPort: Invalid value: 81: must match `containerPort` when `hostNetwork` is true',
    ])
  })
})

describe('an empty list in the body', () => {
  const empty = (field: string): JsonObject => {
    const spec: JsonObject = {}
    noteEmpty(spec, field, [])
    return { spec }
  }

  it('differs from an absent one in errors', async () => {
    const rules = 'either `defaultBackend` or `rules` must be specified'
    const ingress = async (object: JsonObject): Promise<string[]> => errors('networking.k8s.io/ingresses', object)
    expect(await ingress(empty('rules'))).toEqual([`spec: Invalid value: []networking.IngressRule{}: ${rules}`])
    expect(await ingress({ spec: {} })).toEqual([`spec: Invalid value: []networking.IngressRule(nil): ${rules}`])
    const quota = { spec: { scopes: ['Terminating'] } }
    expect(await errors('resourcequotas', empty('scopes'), quota)).toEqual([
      'spec.scopes: Invalid value: []core.ResourceQuotaScope{}: field is immutable',
    ])
  })
})

describe('targets of autoscalers', () => {
  it('are printed with the text of the body', async () => {
    const target = { type: 'AverageValue', averageValue: '0' }
    const metric = { type: 'Pods', pods: { metric: { name: 'm' }, target } }
    const scaleTargetRef = { kind: 'Deployment', name: 'd' }
    const [found] = await errors('autoscaling/horizontalpodautoscalers', {
      spec: { maxReplicas: 1, minReplicas: 1, scaleTargetRef, metrics: [metric] },
    })
    expect(found).toContain(
      'value:0, scale:0}, d:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"0", Format:"DecimalSI"}',
    )
  })
})

it('reports the length of a CronJob name after the faults of its spec', async () => {
  const metadata = { name: 'c'.repeat(53), namespace: 'n' }
  const found = await errors('batch/cronjobs', { metadata, spec: { schedule: '' } })
  expect(found[0]).toBe('spec.schedule: Required value')
  expect(found.at(-1)).toBe(`metadata.name: Invalid value: "${'c'.repeat(53)}": must be no more than 52 characters`)
})

it('lists the allowed protocols of an EndpointSlice when a protocol is empty', async () => {
  const slice = { addressType: 'IPv4', endpoints: [], ports: [{ name: '', protocol: '' }] }
  expect(await errors('discovery.k8s.io/endpointslices', slice)).toEqual([
    'ports[0].protocol: Unsupported value: "": supported values: "SCTP", "TCP", "UDP"',
  ])
})

it('shows whether the changed nodes of a volume have requirements', async () => {
  const old = volume({ hostPath: { path: '/a' }, nodeAffinity: nodes('a') })
  const found = await errors('persistentvolumes', volume({ hostPath: { path: '/a' }, nodeAffinity: {} }), old)
  expect(found.at(-1)).toContain('core.VolumeNodeAffinity{Required:(*core.NodeSelector)(nil)}: field is immutable')
})

describe('attachments of volumes', () => {
  it('do not check an inline volume when a volume is named as well', async () => {
    const source = { persistentVolumeName: 'v', inlineVolumeSpec: { hostPath: { path: '' } } }
    const spec = { attacher: 'a.example.com', nodeName: 'n', source }
    expect(await errors('storage.k8s.io/volumeattachments', { spec })).toEqual([
      'spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ])
  })
})

describe('ranges of service addresses', () => {
  it('show a given empty list as a list', async () => {
    const now = { spec: {} }
    noteEmpty(now.spec, 'cidrs', [])
    const found = await errors('networking.k8s.io/servicecidrs', now, { spec: { cidrs: ['10.0.0.0/24'] } })
    expect(found.at(-1)).toBe('spec.cidrs: Invalid value: []string{}: field is immutable')
  })
})

describe('templates of resource claims', () => {
  const template = (metadata: JsonObject): JsonObject => ({
    spec: { metadata, spec: { resourceClassName: 'c', allocationMode: 'Immediate' } },
  })

  it('have labels and annotations and no other metadata, not even empty', async () => {
    const metadata = { uid: 'u' }
    noteEmpty(metadata, 'finalizers', [])
    expect(await errors('resource.k8s.io/resourceclaimtemplates', template(metadata))).toEqual([
      'spec.metadata.uID: Forbidden: cannot be set',
      'spec.metadata.finalizers: Forbidden: cannot be set',
    ])
  })

  it('are checked before they are compared', async () => {
    const found = await errors('resource.k8s.io/resourceclaimtemplates', template({ uid: 'u' }), template({}))
    expect(found.map((text) => text.slice(0, 30))).toEqual([
      'spec.metadata.uID: Forbidden: ',
      'spec: Invalid value: resource.',
      'spec.metadata.uID: Forbidden: ',
    ])
  })
})

describe('classes of resources', () => {
  it('accept upper case letters in the name of a driver', async () => {
    expect(await errors('resource.k8s.io/resourceclasses', { driverName: 'Dra.Example.com' })).toEqual([])
  })
})

describe('runtime classes', () => {
  it('refuse two tolerations that differ only in their seconds', async () => {
    const toleration = { key: 'a', operator: 'Exists', effect: 'NoExecute' }
    const found = await errors('node.k8s.io/runtimeclasses', {
      handler: 'h',
      scheduling: { tolerations: [{ ...toleration, tolerationSeconds: 5 }, toleration, { ...toleration, key: 'b' }] },
    })
    expect(found.map((text) => text.slice(0, 43))).toEqual(['scheduling.tolerations[1]: Duplicate value:'])
  })
})
